import { randomUUID } from 'node:crypto';
import type { TestResponse } from '../../../src/tooling/testing/index.js';
import type { ResourceApiOptions } from '../../../src/index.js';
import type { DepotUser } from '../../support/depot-app/depot-app.js';
import type { Keeper } from '../../support/depot-app/entities.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

/** Looks often, so that tests wait briefly. */
export const QUICK = { poll: 20 };

/** The parts of a request besides its action and body. */
interface Sent {
  readonly path?: string;
  readonly as?: DepotUser;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

/** Sends a request that prefers not to wait. */
export function start(
  depot: SackDepot,
  action: string,
  body: unknown = { repositories: 'all' },
  { path = 'sacks', as = 'head', headers = {}, query = '' }: Sent = {},
): Promise<TestResponse<any>> {
  const client = depot.client(as).with({ prefer: 'respond-async', ...headers });
  return client.send<any>(
    'POST',
    `/${path}/actions?action=${action}${query}`,
    JSON.stringify(body),
  );
}

let redis: PrivateRedis | undefined;

/** Starts a Redis for the depots of a file, where the tests are to run with a queue. */
export function useQueue(): void {
  if (process.env.TEST_QUEUE === undefined) return;
  beforeAll(async () => {
    redis = await PrivateRedis.start();
  });
  afterAll(async () => {
    await redis?.remove();
    redis = undefined;
  });
}

export const startDepot = (options: Partial<ResourceApiOptions<Keeper>> = {}) =>
  SackDepot.start({
    runs: QUICK,
    ...(redis && { redis: { url: redis.url(), prefix: `${randomUUID()}:` } }),
    ...options,
  });

/** Starts an action, works it off, and returns the run. */
export async function runThrough(
  depot: SackDepot,
  action: string,
  body?: unknown,
  sent?: Sent,
): Promise<any> {
  const accepted = await start(depot, action, body, sent);
  expect(accepted.status).toBe(202);
  await depot.test.workOffRuns();
  return (await show(depot, accepted.body.data.id)).body.data;
}

export const show = (depot: SackDepot, id: string, as: DepotUser = 'head') =>
  depot.send('GET', `runs/${id}`, undefined, as);
