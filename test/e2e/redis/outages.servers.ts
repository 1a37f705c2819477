import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { Replicas, until } from './replicas.js';

const PASSWORD = 'p@ss/word%secret';
const rates = { peerPerMinute: 1_000 };

let redis: PrivateRedis;
let demo: DemoApp;
beforeAll(async () => {
  redis = await PrivateRedis.start(PASSWORD);
  demo = await startDemo();
});
afterAll(async () => {
  await demo?.close();
  await redis?.remove();
});

const get = (app: NestFastifyApplication, url: string) => app.inject({ method: 'GET', url });
const leftAt = async (app: NestFastifyApplication) =>
  (await get(app, '/api/tokens')).headers.ratelimit;
const readinessOf = async (app: NestFastifyApplication) => {
  const response = await get(app, '/health/ready');
  const { status, details } = response.json<{ status: string; details: { redis?: object } }>();
  return [response.statusCode, status, details.redis];
};
const metricsOf = async (app: NestFastifyApplication) =>
  [...(await get(app, '/metrics')).payload.matchAll(/^redis_(\w+) (\d+)$/gm)].map(
    ([, name, value]) => [name, Number(value)],
  );

async function withReplicas(url: string, test: (replicas: Replicas) => Promise<void>) {
  const replicas = await Replicas.start(demo, url, { rates });
  await test(replicas).finally(() => replicas.close());
}

describe('A Redis that comes and goes', () => {
  it('is reported once by each process, by its health and in metrics, and the service stays ready (C2.1)', () =>
    withReplicas(redis.url(), async (replicas) => {
      const { first, second } = replicas;
      await leftAt(first);
      await leftAt(second);
      expect(await readinessOf(first)).toEqual([200, 'ok', { status: 'up' }]);
      expect(await metricsOf(first)).toEqual([
        ['available', 1],
        ['failures_total', 0],
      ]);

      await redis.stop();
      await replicas.untilAway();
      for (let sent = 0; sent < 3; sent++)
        expect([await leftAt(first), await leftAt(second)]).not.toContain(undefined);
      expect(await readinessOf(first)).toEqual([200, 'degraded', { status: 'degraded' }]);
      expect(await metricsOf(first)).toEqual([
        ['available', 0],
        ['failures_total', 3],
      ]);
      const warnings = replicas.linesWith('Redis is not available');
      expect(warnings).toHaveLength(2);
      expect(warnings[0]).toContain('Each process counts rates by itself');

      await redis.start();
      await replicas.untilBack();
      expect(await readinessOf(second)).toEqual([200, 'ok', { status: 'up' }]);
      expect(await metricsOf(first)).toContainEqual(['available', 1]);
      expect(replicas.linesWith('Redis is available again')).toHaveLength(2);
      expect(replicas.linesWith('secret')).toEqual([]);
    }));

  it('may be away at the start, and is used once it is there', async () => {
    await redis.stop();
    await withReplicas(redis.url(), async (replicas) => {
      expect(await leftAt(replicas.first)).toContain('r=999');
      expect(await leftAt(replicas.second)).toContain('r=999');
      expect(replicas.away).toBe(2);
      await redis.start();
      await replicas.untilBack();
      expect(await leftAt(replicas.first)).toContain('r=999');
      expect(await leftAt(replicas.second)).toContain('r=998');
    });
  });

  it('closes its connections at shutdown', async () => {
    const connections = () =>
      redis.run((client) => client.call('CLIENT', 'LIST', 'TYPE', 'normal'));
    await withReplicas(redis.url(), async (replicas) => {
      await leftAt(replicas.first);
      await leftAt(replicas.second);
      expect(
        String(await connections())
          .trim()
          .split('\n'),
      ).toHaveLength(3);
    });
    expect(
      String(await connections())
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  });
});

describe('A Redis that responds to reads, but refuses writes', () => {
  /** Asks for refusals of logins, which are read first. */
  const login = (app: NestFastifyApplication) =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'reader@example.com', password: 'password' },
    });

  it.each([
    [
      'its memory is full',
      ['CONFIG', 'SET', 'maxmemory', '1'],
      ['CONFIG', 'SET', 'maxmemory', '0'],
      'OOM',
    ],
    [
      'it has become a replica',
      ['REPLICAOF', '127.0.0.1', '1'],
      ['REPLICAOF', 'NO', 'ONE'],
      'READONLY',
    ],
  ])('is reported once while %s, and the service serves', (_, before, after, reason) =>
    withReplicas(redis.url(), async (replicas) => {
      await leftAt(replicas.first);
      await leftAt(replicas.second);
      const send = ([name, ...words]: readonly string[]) =>
        redis.run((client) => client.call(name!, ...words));
      await send(before);
      for (const app of [replicas.first, replicas.second]) {
        expect(await leftAt(app)).toContain('r=998');
        for (let sent = 0; sent < 2; sent++) expect((await login(app)).statusCode).toBe(200);
        expect(await readinessOf(app)).toEqual([200, 'degraded', { status: 'degraded' }]);
      }
      expect(replicas.linesWith(reason)).toHaveLength(2);
      expect(replicas.linesWith('Redis is')).toHaveLength(2);
      await send(after);
      await until(async () => {
        await leftAt(replicas.first);
        await leftAt(replicas.second);
        return replicas.away === 0;
      });
    }),
  );
});

describe('The address of Redis', () => {
  it('contains a password and a database, and keys have the prefix', async () => {
    await redis.run((client) => client.flushall());
    const options = { rates, redis: { url: redis.url(PASSWORD, 3), prefix: 'shop:' } };
    const replicas = await Replicas.start(demo, redis.url(), options);
    await leftAt(replicas.first);
    await replicas.close();
    const keys = await redis.run((client) => client.keys('*'), 3);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !key.startsWith('shop:'))).toEqual([]);
    expect(await redis.run((client) => client.dbsize())).toBe(0);
  });

  it('with a wrong password is logged without it, and the service serves', () =>
    withReplicas(redis.url('wrong-secret'), async (replicas) => {
      expect(await leftAt(replicas.first)).toContain('r=999');
      expect(await leftAt(replicas.second)).toContain('r=999');
      expect(replicas.linesWith('WRONGPASS')).toHaveLength(2);
      expect(replicas.linesWith('secret')).toEqual([]);
    }));

  it('with a database that does not exist is logged, and no other one is used', async () => {
    await redis.run((client) => client.flushall());
    await withReplicas(redis.url(PASSWORD, 99), async (replicas) => {
      expect(await leftAt(replicas.first)).toContain('r=999');
      expect(await leftAt(replicas.first)).toContain('r=998');
      expect(await leftAt(replicas.second)).toContain('r=999');
      expect(replicas.linesWith('DB index is out of range')).toHaveLength(2);
    });
    expect(await redis.run((client) => client.dbsize())).toBe(0);
  });
});
