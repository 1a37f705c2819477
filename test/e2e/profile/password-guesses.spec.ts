import { DatabaseClock } from '../../../src/database/read/database-clock.js';
import { subjects } from '../../../src/modules/auth/credential-throttle.js';
import { PasswordCheck } from '../../../src/rules/values/password-check.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

/** The limit per minute unless an option sets another. */
const LIMIT = 20;

let demo: DemoApp;
let now: Date;
beforeAll(async () => {
  demo = await startDemo();
  const clock = demo.app.get(DatabaseClock, { strict: false });
  jest.spyOn(clock, 'read').mockImplementation(() => Promise.resolve(now));
});
beforeEach(() => {
  now = new Date('2026-11-01T12:00:00.000Z');
});
afterAll(() => demo.close());
afterEach(() => demo.database.write('delete from login_attempts'));

const change = (current: string, password = 'another one') =>
  demo.send<{ code?: string }>('/profile', {
    method: 'PATCH',
    as: 'author',
    body: { password, current_password: current },
  });

/**
 * Makes the author guess wrong so often just now: by rows, since each guess costs an scrypt hash.
 */
async function guessed(count: number): Promise<void> {
  const row = [subjects.user('3'), now];
  for (let at = 0; at < count; at++)
    await demo.database.write('insert into login_attempts (subject, failed_at) values (?, ?)', row);
}
const login = (password: string) =>
  demo.send('/login', {
    method: 'POST',
    as: null,
    body: { email: 'author@example.com', password },
  });

describe('Guesses at one’s current password (C2.6)', () => {
  it('are limited per minute as at login; then the right one is refused as well', async () => {
    await guessed(LIMIT - 2);
    expect([(await change('one')).status, (await change('two')).status]).toEqual([422, 422]);
    const refused = await change('password');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('60');
    now = new Date(now.getTime() + 60_000);
    expect((await change('wrong')).status).toBe(422);
  });

  it('are limited, however many arrive at once', async () => {
    await guessed(LIMIT - 4);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_none, at) => change(`guess ${at}`)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(4);
    expect(new Set([422, ...statuses])).toEqual(new Set([422, 429]));
  });

  it('prevent nobody from signing in, and nobody else from changing their password', async () => {
    await guessed(LIMIT + 1);
    expect((await login('password')).status).toBe(200);
    const body = { password: 'password', current_password: 'password' };
    expect((await demo.send('/profile', { method: 'PATCH', as: 'editor', body })).status).toBe(200);
  });

  it.each<Readonly<Record<string, string>>>([
    { 'Idempotency-Key': 'guess-1' },
    { 'If-Match': '*' },
    { Prefer: 'tx=rollback' },
    { Prefer: 'max-affected=1' },
  ])('are counted with %o, although the write is rolled back (C13)', async (headers) => {
    await guessed(LIMIT - 1);
    const guess = (current: string) => {
      const body = { password: 'another one', current_password: current };
      return demo.client('author').with(headers).send('PATCH', '/profile', body);
    };
    expect((await guess('wrong')).status).toBe(422);
    expect((await change('password')).status).toBe(429);
  });

  it('are counted inside a transaction too, whether it commits or not', async () => {
    const passwords = demo.app.get(PasswordCheck, { strict: false });
    const within = (text: string, fails: boolean) =>
      demo.database.transaction(async () => {
        const isCurrent = await passwords.isCurrent({ id: 3 }, text, true);
        if (fails) throw new Error('undone');
        return isCurrent;
      });
    await guessed(LIMIT - 2);
    expect(await within('wrong', false)).toBe(false);
    await expect(within('wrong', true)).rejects.toThrow('undone');
    await expect(within('password', false)).rejects.toMatchObject({ code: 'too_many_requests' });
    await demo.database.write('delete from login_attempts');
    expect(await within('password', false)).toBe(true);
  });

  it('are forgotten once the right one is sent', async () => {
    await guessed(LIMIT - 1);
    expect((await change('password')).status).toBe(200);
    expect(await demo.database.query('select 1 from login_attempts')).toEqual([]);
  });
});
