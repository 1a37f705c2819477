import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SharedState } from '../../../src/base/shared-state.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { Replicas, until } from './replicas.js';

let redis: PrivateRedis;
let demo: DemoApp;
let replicas: Replicas;
let token: string;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  demo = await startDemo();
  replicas = await Replicas.start(demo, redis.url());
  token = await demo.tokenOf('admin');
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await replicas?.close();
  await demo?.close();
  await redis?.remove();
});

let number = 0;
const newKey = () => `key-${++number}`;

const store = (app: NestFastifyApplication, key: string) =>
  app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { title: 'Once', status: 'draft' },
  });

const posts = async (): Promise<number> =>
  Number((await demo.database.query('select count(*) from posts'))[0]![0]);

/** Stops the next request with a key at this replica once it holds its lease. */
function stopInLease(app: NestFastifyApplication) {
  const { leases } = app.get(SharedState);
  const take = leases.take.bind(leases);
  let enter!: () => void;
  let leave!: () => void;
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const left = new Promise<void>((resolve) => (leave = resolve));
  jest.spyOn(leases, 'take').mockImplementationOnce(async (key) => {
    const end = await take(key);
    enter();
    await left;
    return end;
  });
  return { entered, leave };
}

const leasesInRedis = () => redis.run((client) => client.keys('resource-api:lease:*'));

describe('An Idempotency-Key at two replicas with Redis', () => {
  it('is rejected at the second one while the first one works, and executed once (C13.2)', async () => {
    const before = await posts();
    const key = newKey();
    const { entered, leave } = stopInLease(replicas.first);
    const first = store(replicas.first, key);
    await entered;
    const second = await store(replicas.second, key);
    expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
      409,
      'idempotency_in_progress',
      '1',
    ]);
    leave();
    expect((await first).statusCode).toBe(201);
    const third = await store(replicas.second, key);
    expect([third.statusCode, third.json()]).toEqual([201, (await first).json()]);
    expect(third.headers['idempotency-replayed']).toBe('true');
    expect([await posts(), await leasesInRedis()]).toEqual([before + 1, []]);
  });

  it('is executed once even if Redis loses the lease (C13.2)', async () => {
    const before = await posts();
    const key = newKey();
    const { entered, leave } = stopInLease(replicas.first);
    const first = store(replicas.first, key);
    await entered;
    await redis.run((client) => client.flushall());
    const second = await store(replicas.second, key);
    leave();
    expect([second.statusCode, (await first).statusCode]).toEqual([201, 201]);
    expect((await first).json()).toEqual(second.json());
    expect(await posts()).toBe(before + 1);
  });

  it("is free after the lease of a process that has died, whose end leaves another's lease (C13.2)", async () => {
    const [one, other] = [replicas.first, replicas.second].map(
      (app) => app.get(SharedState).leases,
    );
    const key = newKey();
    const inRedis = `resource-api:lease:${key}`;
    const end = await one!.take(key);
    const rest = await redis.run((client) => client.pttl(inRedis));
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(5_000);
    expect(await other!.take(key)).toBeNull();
    await redis.run((client) => client.del(inRedis));
    const endOther = await other!.take(key);
    await end!();
    expect(await one!.take(key)).toBeNull();
    await endOther!();
    expect(await redis.run((client) => client.exists(inRedis))).toBe(0);
  });

  it('is executed once while Redis is stopped, by the database (C13.2)', async () => {
    await redis.stop();
    await replicas.untilAway();
    const before = await posts();
    const key = newKey();
    const nodes = [replicas.first, replicas.second];
    const all = await Promise.all([...nodes, ...nodes].map((app) => store(app, key)));
    const stored = all.filter(({ statusCode }) => statusCode === 201);
    const fresh = stored.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
    expect(fresh).toHaveLength(1);
    expect(all.map(({ statusCode }) => statusCode).filter((code) => code !== 201)).toEqual(
      Array(4 - stored.length).fill(409),
    );
    expect(await posts()).toBe(before + 1);
    await redis.start();
    await replicas.untilBack();
  });

  it('is executed once if Redis stops during the request (C13.2)', async () => {
    const before = await posts();
    const key = newKey();
    const { entered, leave } = stopInLease(replicas.first);
    const first = store(replicas.first, key);
    await entered;
    await redis.stop();
    await replicas.untilAway();
    const second = await store(replicas.second, key);
    leave();
    expect([second.statusCode, (await first).statusCode]).toEqual([201, 201]);
    expect(await posts()).toBe(before + 1);
    await redis.start();
    await until(() => replicas.away === 0);
  });

  // Its applications take over the log.
  it('is executed once while Redis is suspended, by the database (C13.2)', async () => {
    const impatient = await Replicas.start(demo, redis.url(), {}, 200);
    const before = await posts();
    const key = newKey();
    redis.suspend();
    try {
      const first = await store(impatient.first, key);
      const second = await store(impatient.second, key);
      expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(impatient.away).toBe(2);
    } finally {
      redis.resume();
    }
    expect(await posts()).toBe(before + 1);
    await impatient.untilBack();
    await impatient.close();
  });
});
