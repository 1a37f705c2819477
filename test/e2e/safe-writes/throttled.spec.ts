import { DatabaseClock } from '../../../src/database/read/database-clock.js';
import { subjects } from '../../../src/modules/auth/credential-throttle.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

/** The limit of wrong passwords per minute unless an option sets another. */
const LIMIT = 20;
const NOW = new Date('2026-11-01T12:00:00.000Z');

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  const clock = demo.app.get(DatabaseClock, { strict: false });
  jest.spyOn(clock, 'read').mockResolvedValue(NOW);
});
afterEach(() => demo.database.write('delete from login_attempts'));
afterAll(async () => {
  jest.restoreAllMocks();
  await demo.close();
});

async function guessed(count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await demo.database.write('insert into login_attempts (subject, failed_at) values (?, ?)', [
      subjects.user('3'),
      NOW,
    ]);
}

async function change(key: string, current: string, name: string) {
  await demo.tokenOf('author');
  const { status, body, headers } = await demo
    .client('author')
    .with({ 'Idempotency-Key': key })
    .send<any>('PATCH', '/profile', { password: 'password', current_password: current, name });
  return { status, body, isReplayed: headers['idempotency-replayed'] === 'true' };
}

const storedName = async () =>
  (await demo.database.query('select name from users where id = 3'))[0]![0];

describe('Wrong current passwords under an Idempotency-Key (C2.6, C13.2)', () => {
  it('count once: a replay of the 422 does not count again', async () => {
    const first = await change('guessed', 'wrong', 'Guessed');
    expect([first.status, first.isReplayed]).toEqual([422, false]);
    expect(await change('guessed', 'wrong', 'Guessed')).toEqual({ ...first, isReplayed: true });
    const [attempts] = await demo.database.query('select count(*) from login_attempts');
    expect(Number(attempts![0])).toBe(1);
  });

  it('cause a 429 that is not stored: the request works once the limit allows it', async () => {
    await guessed(LIMIT);
    for (const _attempt of [1, 2]) {
      const refused = await change('throttled', 'password', 'Throttled');
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(refused.isReplayed).toBe(false);
    }
    expect(await storedName()).not.toBe('Throttled');

    await demo.database.write('delete from login_attempts');
    // It also ends the sessions of the user, so that no replay can follow.
    const changed = await change('throttled', 'password', 'Throttled');
    expect([changed.status, changed.isReplayed]).toEqual([200, false]);
    expect(await storedName()).toBe('Throttled');
  });
});
