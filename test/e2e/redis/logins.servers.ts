import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DATABASE, type Database } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { subjects } from '../../../src/modules/auth/credential-throttle.js';
import { DatabaseClock } from '../../../src/database/read/database-clock.js';
import { SharedState } from '../../../src/base/shared-state.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { Replicas } from './replicas.js';

let redis: PrivateRedis;
let demo: DemoApp;
let replicas: Replicas;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  demo = await startDemo();
  replicas = await Replicas.start(demo, redis.url(), { authentication });
  for (const app of nodes()) stopClock(app);
});
beforeEach(async () => {
  await demo.database.write('delete from login_attempts');
  await redis.run((client) => client.flushall());
});
afterAll(async () => {
  await replicas?.close();
  await demo?.close();
  await redis?.remove();
});

const LIMIT = 2;
const authentication = {
  ...deployment(readEnvironment({})).options.authentication,
  failuresPerMinute: LIMIT,
};

const nodes = () => [replicas.first, replicas.second];

/** The window of the database does not end during a test. */
const now = new Date();
const stopClock = (app: NestFastifyApplication) =>
  jest.spyOn(app.get(DatabaseClock), 'read').mockResolvedValue(now);

const login = (app: NestFastifyApplication, email: string, password = 'wrong') =>
  app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    remoteAddress: '10.0.0.1',
  });

const statusOf = async (...attempt: Parameters<typeof login>) =>
  (await login(...attempt)).statusCode;

/** The statements that a replica sends during an attempt. */
async function statements(app: NestFastifyApplication, work: () => Promise<unknown>) {
  const sent: string[] = [];
  const stop = app.get<Database>(DATABASE).observe((sql) => void sent.push(sql));
  await work().finally(stop);
  return sent;
}

const person = 'reader@example.com';

/** Guesses at both replicas until the account is over the limit. */
async function exceed(): Promise<void> {
  expect(await statusOf(replicas.first, person)).toBe(401);
  expect(await statusOf(replicas.second, person)).toBe(401);
}

describe('Logins at two replicas with Redis', () => {
  it('count together; a refusal of one is known to the other, without a statement (C2.6)', async () => {
    await exceed();
    const first = await login(replicas.first, person, 'password');
    expect(first.statusCode).toBe(429);
    const sent = await statements(replicas.second, async () => {
      const second = await login(replicas.second, person, 'password');
      expect([second.statusCode, second.json()]).toEqual([429, first.json()]);
      const seconds = Number(second.headers['retry-after']);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(Number(first.headers['retry-after']));
      expect([second.headers['ratelimit-policy'], second.headers.ratelimit]).toEqual([
        `"wrong-credentials";q=${LIMIT};w=60`,
        `"wrong-credentials";r=0;t=${seconds}`,
      ]);
    });
    expect(sent).toEqual([]);
  });

  it('are refused by the database if Redis has lost everything (C2.6)', async () => {
    await exceed();
    expect(await statusOf(replicas.first, person)).toBe(429);
    await redis.run((client) => client.flushall());
    expect(await statusOf(replicas.second, person, 'password')).toBe(429);
  });

  it('count for the account until it signs in at any replica (C2.6)', async () => {
    expect(await statusOf(replicas.first, person)).toBe(401);
    expect(await statusOf(replicas.second, person, 'password')).toBe(200);
    const [row] = await demo.database.query('select count(*) from login_attempts');
    expect(Number(row![0])).toBe(1);
  });

  it('do not keep a refusal that was read before the account signed in (C2.6)', async () => {
    const [slow, other] = nodes().map((app) => app.get(SharedState).refusals);
    const subject = 'account:somebody';
    const before = (await slow!.read([subject]))!;
    await other!.clear(subject);
    await slow!.add([{ subject, millisecondsToWait: 30_000 }], before);
    expect((await other!.read([subject]))!.millisecondsToWait).toBe(0);
  });

  it('are refused by every replica until the instant that the database has decided (C2.6)', async () => {
    const [one, other] = nodes().map((app) => app.get(SharedState).refusals);
    const at = (await one!.read(['account:late']))!;
    await one!.add([{ subject: 'account:late', millisecondsToWait: 50_000 }], at);
    const { millisecondsToWait, now } = (await other!.read(['account:other', 'account:late']))!;
    expect(now + millisecondsToWait).toBe(at.now + 50_000);
    // A refusal that arrives in Redis after its end is not stored.
    const late = { ...at, now: at.now - 60_000 };
    await one!.add([{ subject: 'account:gone', millisecondsToWait: 50_000 }], late);
    expect(await redis.run((client) => client.exists('resource-api:refused:account:gone'))).toBe(0);
  });

  it('do not wait longer than the window if the clock of Redis was set back (C2.6)', async () => {
    const end = String(Date.parse('2999-01-01'));
    await redis.run((client) => client.set('resource-api:refused:account:future', end));
    const { refusals } = replicas.first.get(SharedState);
    expect((await refusals.read(['account:future']))!.millisecondsToWait).toBe(0);
  });

  it('are refused in Redis for wrong credentials alone: an attempt without an end may have been right (C2.6)', async () => {
    const subject = subjects.account(person);
    const old = new Date(now.getTime() - 30_000);
    for (const isPending of [true, false])
      await demo.database.write(
        'insert into login_attempts (subject, failed_at, is_pending) values (?, ?, ?)',
        [subject, old, isPending],
      );
    expect(await statusOf(replicas.first, person, 'password')).toBe(429);
    const exists = () => redis.run((client) => client.exists(`resource-api:refused:${subject}`));
    expect(await exists()).toBe(0);
    await demo.database.write('update login_attempts set is_pending = ?', [false]);
    expect([await statusOf(replicas.first, person, 'password'), await exists()]).toEqual([429, 1]);
  });

  it('count together in the database while Redis is stopped (C2.6)', async () => {
    await redis.stop();
    await replicas.untilAway();
    await exceed();
    expect(await statusOf(replicas.first, person, 'password')).toBe(429);
    expect(await statusOf(replicas.second, person, 'password')).toBe(429);
    await redis.start();
    await replicas.untilBack();
    expect(await statusOf(replicas.first, person, 'password')).toBe(429);
  });

  // Its applications take over the log.
  it('count together in the database while Redis is suspended (C2.6)', async () => {
    const impatient = await Replicas.start(demo, redis.url(), { authentication }, 200);
    const [one, other] = [impatient.first, impatient.second];
    for (const app of [one, other]) stopClock(app);
    redis.suspend();
    try {
      expect([await statusOf(one, person), await statusOf(other, person)]).toEqual([401, 401]);
      for (const app of [one, other]) expect(await statusOf(app, person, 'password')).toBe(429);
      expect(impatient.away).toBe(2);
    } finally {
      redis.resume();
    }
    await impatient.untilBack();
    await impatient.close();
  });
});
