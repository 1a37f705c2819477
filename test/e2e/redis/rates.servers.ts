import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { freezeClock } from '../../support/freeze-clock.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { Replicas } from './replicas.js';

// The windows of the processes do not end during a test.
freezeClock('performance');

let redis: PrivateRedis;
let demo: DemoApp;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  demo = await startDemo();
});
beforeEach(() => redis.run((client) => client.flushall()));
afterAll(async () => {
  await demo?.close();
  await redis?.remove();
});

const LIMIT = 4;
const rates = { peerPerMinute: LIMIT };

const request = (app: NestFastifyApplication) =>
  app.inject({ method: 'GET', url: '/api/tokens', remoteAddress: '10.0.0.1' });

/** What the client address has left; the status if it is rejected. */
async function left(app: NestFastifyApplication): Promise<number | '429'> {
  const { headers, statusCode } = await request(app);
  const [, remaining, seconds] = /^"client-address";r=(\d+);t=(\d+)$/.exec(
    String(headers.ratelimit),
  )!;
  if (statusCode !== 429) return Number(remaining);
  expect([remaining, headers['retry-after']]).toEqual(['0', seconds]);
  return '429';
}

/** Windows of Redis do not end during a test either. */
const stretchWindows = () =>
  redis.run(async (client) => {
    for (const key of await client.keys('*')) await client.expire(key, 3_000);
  });

describe('Rates of two replicas', () => {
  let replicas: Replicas;
  beforeEach(async () => {
    replicas = await Replicas.start(demo, redis.url(), { rates });
  });
  afterEach(() => replicas.close());

  it('count together in Redis, with the headers of one process (C12)', async () => {
    const { headers } = await request(replicas.first);
    expect([headers['ratelimit-policy'], headers.ratelimit]).toEqual([
      '"client-address";q=4;w=60',
      expect.stringMatching(/^"client-address";r=3;t=(?:60|[1-5]\d)$/),
    ]);
    await stretchWindows();
    expect(await left(replicas.second)).toBe(2);
    expect(await left(replicas.first)).toBe(1);
    expect(await left(replicas.second)).toBe(0);
    expect([await left(replicas.first), await left(replicas.second)]).toEqual(['429', '429']);
    expect(replicas.linesWith('Redis')).toEqual([]);
  });

  it('end with the window of Redis (C12)', async () => {
    for (let sent = 0; sent < LIMIT; sent++) await request(replicas.first);
    await stretchWindows();
    expect(await left(replicas.second)).toBe('429');
    await redis.run((client) => client.flushall());
    expect(await left(replicas.second)).toBe(LIMIT - 1);
  });

  it('count the users of all replicas, too (C12)', async () => {
    const users = await Replicas.start(demo, redis.url(), { rates: { userPerMinute: 2 } });
    const token = await demo.tokenOf('reader');
    const headers = { authorization: `Bearer ${token}` };
    const statusOf = async (app: NestFastifyApplication) =>
      (await app.inject({ method: 'GET', url: '/api/profile', headers })).statusCode;
    const statuses = [await statusOf(users.first), await statusOf(users.second)];
    await stretchWindows();
    expect([...statuses, await statusOf(users.first)]).toEqual([200, 200, 429]);
    await users.close();
  });

  it('count per process while Redis is stopped, from what each has counted, and together again after it is back (C12)', async () => {
    expect([await left(replicas.first), await left(replicas.first)]).toEqual([3, 2]);
    expect(await left(replicas.second)).toBe(1);
    await redis.stop();
    await replicas.untilAway();
    expect([await left(replicas.first), await left(replicas.first)]).toEqual([1, 0]);
    expect([await left(replicas.first), await left(replicas.second)]).toEqual(['429', 2]);

    await redis.start();
    await replicas.untilBack();
    expect(await left(replicas.first)).toBe(3);
    await stretchWindows();
    expect(await left(replicas.second)).toBe(2);
    expect(replicas.linesWith('Redis is not available')).toHaveLength(2);
  });
});

describe('Rates while Redis is suspended', () => {
  it('count per process, and no request fails (C12)', async () => {
    const replicas = await Replicas.start(demo, redis.url(), { rates }, 200);
    try {
      await request(replicas.first);
      await request(replicas.second);
      redis.suspend();
      const all = await Promise.all([1, 2, 3, 4].map(() => left(replicas.first)));
      expect(all).toEqual([2, 1, 0, '429']);
      expect(await left(replicas.second)).toBe(2);
      expect(replicas.away).toBe(2);
    } finally {
      redis.resume();
    }
    await replicas.untilBack();
    await replicas.close();
  });

  it('count in a process that starts meanwhile (C12)', async () => {
    redis.suspend();
    try {
      const node = await startNode(demo, { redis: { url: redis.url(), timeout: 200 }, rates });
      expect([await left(node), await left(node)]).toEqual([3, 2]);
      await node.close();
    } finally {
      redis.resume();
    }
  });
});
