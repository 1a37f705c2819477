import { Accounts } from '../../../src/modules/auth/accounts.js';
import { subjects } from '../../../src/modules/auth/credential-throttle.js';
import { AuthApp, PASSWORD, TestClock } from './auth-app.js';

const MINUTE = 60_000;
const wrong = { email: 'ann@example.com', password: 'wrong' };
const right = { email: 'ann@example.com', password: PASSWORD };

describe('Wrong credentials', () => {
  let api: AuthApp;
  const clock = new TestClock();

  beforeAll(async () => {
    api = await AuthApp.start({ clock, authentication: { failuresPerMinute: 5 } });
    await api.account('ann@example.com');
    await api.account('bob@example.com');
  });
  afterEach(async () => {
    await api.settle();
    await api.database.write('delete from login_attempts');
  });
  afterAll(() => api.stop());

  const times = async (
    count: number,
    body: (index: number) => object,
    addressOf: (index: number) => string,
  ) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++)
      statuses.push((await api.login(body(index), addressOf(index))).statusCode);
    return statuses;
  };
  const rows = () => api.database.query('select subject from login_attempts');

  it('are limited for one account across all client addresses, right or wrong (C2.6)', async () => {
    const addressOf = (index: number) => `10.1.0.${index}`;
    expect(await times(6, () => wrong, addressOf)).toEqual([401, 401, 401, 401, 401, 429]);
    const response = await api.login(right, '10.1.0.99');
    expect(response.statusCode).toBe(429);
    expect(response.json()).toEqual({ message: 'Too many requests.', code: 'too_many_requests' });
    expect((await api.login({ ...right, email: 'bob@example.com' }, '10.1.0.98')).statusCode).toBe(
      200,
    );
  });

  it('are limited alike for an unknown account (C2.6)', async () => {
    const unknown = { email: 'nobody@example.com', password: 'x' };
    expect(
      await times(
        6,
        () => unknown,
        (index) => `10.1.0.${index}`,
      ),
    ).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('are limited for one client address across all accounts (C2.6)', async () => {
    const body = (index: number) => ({ email: `nobody${index}@example.com`, password: 'x' });
    expect(await times(6, body, () => '10.2.0.1')).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await api.login(right, '10.2.0.1')).statusCode).toBe(429);
    expect((await api.login(right, '10.2.0.2')).statusCode).toBe(200);
  });

  it('count for one account in any spelling (C2.6, C1.6)', async () => {
    const spellings = [
      'ann@example.com',
      'ANN@example.com',
      ' Ann@Example.com',
      'ann@EXAMPLE.com ',
      'aNN@example.com',
      'AnN@example.com',
    ];
    const body = (index: number) => ({ ...wrong, email: spellings[index] });
    expect((await times(6, body, (index) => `10.1.0.${index}`)).at(-1)).toBe(429);
  });

  it('are counted by the connection, not by a header (C2.6)', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) {
      const headers = {
        'x-forwarded-for': `10.9.0.${index}`,
        'x-real-ip': `10.9.0.${index}`,
        forwarded: `for=10.9.0.${index}`,
      };
      const payload = { email: `nobody${index}@example.com`, password: 'x' };
      const response = await api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers,
        payload,
        remoteAddress: '10.2.0.1',
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('return how long to wait, and that time is enough (C2.6)', async () => {
    await times(
      5,
      () => wrong,
      (index) => `10.1.0.${index}`,
    );
    clock.pass(20_500);
    const response = await api.login(right);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '40']);
    clock.pass(39_499);
    expect((await api.login(right)).statusCode).toBe(429);
    clock.pass(1);
    expect((await api.login(right)).statusCode).toBe(200);
  });

  it('count no longer than a minute, and refused attempts do not count (C2.6)', async () => {
    await times(
      9,
      () => wrong,
      () => '10.2.0.1',
    );
    expect(await rows()).toHaveLength(10);
    clock.pass(MINUTE - 1);
    expect((await api.login(right)).statusCode).toBe(429);
    clock.pass(1);
    expect((await api.login(right)).statusCode).toBe(200);
  });

  it('are forgotten for the account, not for the client address, once it signs in (C2.6)', async () => {
    const addressOf = () => '10.2.0.1';
    expect(await times(4, () => wrong, addressOf)).toEqual([401, 401, 401, 401]);
    expect((await api.login(right, '10.2.0.1')).statusCode).toBe(200);
    expect(
      await times(
        5,
        () => wrong,
        (index) => `10.3.0.${index}`,
      ),
    ).toEqual([401, 401, 401, 401, 401]);
    expect(await times(2, () => ({ ...wrong, email: 'bob@example.com' }), addressOf)).toEqual([
      401, 429,
    ]);
  });

  it('never limit right ones (C2.6)', async () => {
    expect(
      await times(
        8,
        () => right,
        () => '10.2.0.1',
      ),
    ).toEqual(Array(8).fill(200));
    expect(await rows()).toEqual([]);
  });

  it('do not count if the body was rejected (C2.6)', async () => {
    expect(
      await times(
        8,
        () => ({ email: 'ann@example.com' }),
        () => '10.2.0.1',
      ),
    ).toEqual(Array(8).fill(422));
    expect(await rows()).toEqual([]);
  });

  it('are limited exactly among 50 concurrent ones (C2.6)', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api.login(wrong, `10.4.0.${index}`)),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
  });

  it('are limited among 50 concurrent ones from one client address (C2.6)', async () => {
    const body = (index: number) => ({ email: `nobody${index}@example.com`, password: 'x' });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api.login(body(index), '10.2.0.1')),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  });

  it('are pruned when they are old (C2.6)', async () => {
    await times(
      3,
      () => wrong,
      (index) => `10.1.0.${index}`,
    );
    clock.pass(MINUTE);
    await api.login({ ...right, email: 'bob@example.com' }, '10.5.0.1');
    await api.settle();
    expect(await rows()).toEqual([]);
  });

  it('count by the /64 of an IPv6 client (C2.6)', async () => {
    const body = (index: number) => ({ email: `nobody${index}@example.com`, password: 'x' });
    const addresses = ['::1', '1::', 'ffff:1:2:3', 'a:b:c:d', '0:0:0:2', '9::9'];
    expect(
      await times(6, body, (index) => `2001:db8:1:2:${addresses[index]}`.replace(':::', '::')),
    ).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await api.login(body(7), '2001:db8:1:3::1')).statusCode).toBe(401);
  });

  it('count together for an IPv4 client and its address mapped to IPv6 (C2.6)', async () => {
    const body = (index: number) => ({ email: `nobody${index}@example.com`, password: 'x' });
    const addressOf = (index: number) => (index % 2 ? '::ffff:10.6.0.1' : '10.6.0.1');
    expect((await times(6, body, addressOf)).at(-1)).toBe(429);
    expect((await api.login(body(7), '::ffff:10.6.0.2')).statusCode).toBe(401);
  });

  it.each([1, 30_000, 3_600_000])(
    'do not count while the clock, set back by %i ms, is before them, and are deleted afterwards (C2.6)',
    async (step) => {
      const started = clock.now;
      expect(
        await times(
          5,
          () => wrong,
          (index) => `10.7.0.${index}`,
        ),
      ).toEqual([401, 401, 401, 401, 401]);
      expect((await api.login(right)).statusCode).toBe(429);
      clock.now = started - step;
      const bob = { ...right, email: 'bob@example.com' };
      expect((await api.login(bob, '10.7.0.99')).statusCode).toBe(200);
      await api.settle();
      expect(await rows()).toEqual([]);
      clock.now = started;
      expect((await api.login(right)).statusCode).toBe(200);
    },
  );

  it('lock nobody out for longer than a minute, by any clock they were stored with (C2.6)', async () => {
    await times(
      5,
      () => wrong,
      (index) => `10.7.0.${index}`,
    );
    await api.database.write('update login_attempts set failed_at = ?', [
      new Date(clock.now + 3_600_000),
    ]);
    expect((await api.login(right)).statusCode).toBe(200);
  });

  it('do not count if the check itself fails (C2.6)', async () => {
    const accounts = api.app.get(Accounts, { strict: false });
    const find = jest.spyOn(accounts, 'find').mockRejectedValue(new Error('away'));
    expect(
      await times(
        8,
        () => right,
        () => '10.2.0.1',
      ),
    ).toEqual(Array(8).fill(500));
    find.mockRestore();
    expect(await rows()).toEqual([]);
  });

  it('count if their process died before it had checked them (C2.6)', async () => {
    const subject = subjects.account('ann@example.com');
    const insert = 'insert into login_attempts (subject, failed_at, is_pending) values (?, ?, ?)';
    const died = new Date(clock.now - 15_000);
    for (let at = 0; at < 5; at++) await api.database.write(insert, [subject, died, true]);
    const response = await api.login(right);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '45']);
  });

  it('store no identifier in the table (C2.6)', async () => {
    await api.login(wrong);
    expect(JSON.stringify(await rows())).not.toContain('ann@example.com');
  });
});

describe('Right credentials that arrive at the same time', () => {
  const burst = async (
    apis: readonly AuthApp[],
    count: number,
    addressOf: (index: number) => string,
  ) => {
    const login = (index: number) => apis[index % apis.length]!.login(right, addressOf(index));
    const responses = await Promise.all(Array.from({ length: count }, (_, index) => login(index)));
    return responses.map(({ statusCode }) => statusCode);
  };

  it.each([20, 2, 1])(
    'are all accepted, 40 of them, with a limit of %i (C2.6)',
    async (failuresPerMinute) => {
      const api = await AuthApp.start({ authentication: { failuresPerMinute } });
      await api.account('ann@example.com');
      expect(await burst([api], 40, () => '10.1.0.1')).toEqual(Array(40).fill(200));
      expect(await burst([api], 40, (index) => `10.1.0.${index}`)).toEqual(Array(40).fill(200));
      expect(await api.database.query('select id from login_attempts')).toEqual([]);
      await api.stop();
    },
  );

  it('are all accepted on two nodes (C2.6)', async () => {
    const first = await AuthApp.start({ authentication: { failuresPerMinute: 3 } });
    const second = await AuthApp.beside(first, { authentication: { failuresPerMinute: 3 } });
    await first.account('ann@example.com');
    expect(await burst([first, second], 40, () => '10.1.0.1')).toEqual(Array(40).fill(200));
    await second.stop();
    await first.stop();
  });

  it('are all accepted beside wrong ones below the limit (C2.6)', async () => {
    const api = await AuthApp.start({ authentication: { failuresPerMinute: 5 } });
    await api.account('ann@example.com');
    const isWrong = (index: number) => index % 10 === 0;
    const login = (index: number) => api.login(isWrong(index) ? wrong : right, `10.1.${index}.1`);
    const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => login(index)));
    const expected = responses.map((_response, index) => (isWrong(index) ? 401 : 200));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(expected);
    await api.stop();
  });
});

describe('Two nodes on one database', () => {
  it('count wrong credentials together (C2.6)', async () => {
    const first = await AuthApp.start({ authentication: { failuresPerMinute: 2 } });
    const second = await AuthApp.beside(first, { authentication: { failuresPerMinute: 2 } });
    await first.account('ann@example.com');
    expect((await first.login(wrong, '10.1.0.1')).statusCode).toBe(401);
    expect((await second.login(wrong, '10.1.0.2')).statusCode).toBe(401);
    expect((await first.login(wrong, '10.1.0.3')).statusCode).toBe(429);
    expect((await second.login(right, '10.1.0.4')).statusCode).toBe(429);
    await second.stop();
    await first.stop();
  });

  it('check exactly the limit of guesses that reach both at once, repeatedly (C2.6)', async () => {
    const first = await AuthApp.start({ authentication: { failuresPerMinute: 3 } });
    const second = await AuthApp.beside(first, { authentication: { failuresPerMinute: 3 } });
    for (let round = 0; round < 20; round++) {
      const guess = (index: number) =>
        (index % 2 ? first : second).login(
          { ...wrong, email: `${round}@b.c` },
          `10.${round}.0.${index}`,
        );
      const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => guess(index)));
      expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(3);
    }
    await second.stop();
    await first.stop();
  });
});

describe('Wrong credentials from behind a proxy', () => {
  it('are counted per caller that a trusted proxy names, and ignore names from others (C2.6)', async () => {
    const api = await AuthApp.start({
      trustedProxies: ['10.0.0.1'],
      authentication: { failuresPerMinute: 1 },
    });
    const login = async (remoteAddress: string, forwarded: string, at: number) => {
      const payload = { email: `nobody${at}@example.com`, password: 'x' };
      const headers = { 'x-forwarded-for': forwarded };
      const request = {
        method: 'POST',
        url: '/api/login',
        headers,
        payload,
        remoteAddress,
      } as const;
      return (await api.app.inject(request)).statusCode;
    };
    expect([await login('10.0.0.1', '1.1.1.1', 1), await login('10.0.0.1', '1.1.1.2', 2)]).toEqual([
      401, 401,
    ]);
    expect(await login('10.0.0.1', '9.9.9.9, 1.1.1.1', 3)).toBe(429);
    expect([await login('10.0.0.2', '1.1.1.3', 4), await login('10.0.0.2', '1.1.1.4', 5)]).toEqual([
      401, 429,
    ]);
    await api.stop();
  });
});
