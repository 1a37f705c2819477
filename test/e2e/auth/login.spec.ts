import crypto from 'node:crypto';
import { AuthApp, PASSWORD } from './auth-app.js';

describe('POST login', () => {
  let api: AuthApp;
  let account: string;

  beforeAll(async () => {
    api = await AuthApp.start();
    account = await api.account('ann@example.com');
    await api.account('suspended@example.com', { suspended_at: new Date() });
    await api.account('deleted@example.com', { deleted_at: new Date() });
    await api.account('nopassword@example.com', { password: null });
  });
  afterEach(() => api.database.write('delete from login_attempts'));
  afterAll(() => api.stop());

  it('returns a bearer token and its lifetime in seconds, and nothing else (C2.2)', async () => {
    const response = await api.login({ email: 'ann@example.com', password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('returns a token that opens protected routes (C2.1)', async () => {
    const response = await api.call('GET', '/api/me', await api.token('ann@example.com'));
    expect(response.statusCode).toBe(200);
    expect(String(response.json().own.id)).toBe(account);
  });

  it('compares e-mail addresses in lower case and without surrounding whitespace (C1.6)', async () => {
    expect((await api.login({ email: '  Ann@Example.COM ', password: PASSWORD })).statusCode).toBe(
      200,
    );
  });

  it('stores a token as SHA-256 only (C2.3)', async () => {
    const token = await api.token('ann@example.com');
    const rows = await api.database.query('select * from tokens');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.flat()).toContain(crypto.createHash('sha256').update(token).digest('hex'));
  });

  it('accepts a name for the token and ignores every other field (C2.2, C4.2)', async () => {
    const body = {
      email: 'ann@example.com',
      password: PASSWORD,
      name: 'laptop',
      user_id: '2',
      expires_in: 9,
      is_admin: true,
    };
    const token = (await api.login(body)).json().access_token;
    const { data } = (await api.call('GET', '/api/tokens', token)).json();
    expect(data[0].name).toBe('laptop');
  });

  describe.each([
    ['a wrong password', { email: 'ann@example.com', password: 'wrong' }],
    ['an unknown account', { email: 'nobody@example.com', password: PASSWORD }],
    ['a suspended account', { email: 'suspended@example.com', password: PASSWORD }],
    [
      'a suspended account and a wrong password',
      { email: 'suspended@example.com', password: 'wrong' },
    ],
    ['a deleted account', { email: 'deleted@example.com', password: PASSWORD }],
    ['an account without a password', { email: 'nopassword@example.com', password: PASSWORD }],
  ])('with %s', (_, body) => {
    it('responds with the same 401 (C2.2)', async () => {
      const response = await api.login(body);
      expect(response.statusCode).toBe(401);
      expect(response.body).toBe('{"message":"Unauthenticated.","code":"unauthenticated"}');
      expect(response.headers['www-authenticate']).toBe('Bearer');
    });

    it('takes the time of one scrypt hash and the same number of statements (C2.2)', async () => {
      await api.settle();
      const scrypt = jest.spyOn(crypto, 'scrypt');
      const statements: string[] = [];
      const stop = api.database.observe((sql) => statements.push(sql));
      await api.login(body);
      await api.settle();
      stop();
      expect(scrypt).toHaveBeenCalledTimes(1);
      scrypt.mockRestore();
      expect(statements.filter((sql) => sql.includes('accounts'))).toHaveLength(1);
      expect(statements.filter((sql) => sql.includes('tokens'))).toHaveLength(0);
    });
  });

  it.each([[[]], ['text'], [1], [null], [true]])(
    'rejects the body %j with 400 (C4.2)',
    async (body) => {
      const response = await api.login(body);
      expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_request']);
    },
  );

  it('rejects a missing body with 400 (C4.2)', async () => {
    expect((await api.app.inject({ method: 'POST', url: '/api/login' })).statusCode).toBe(400);
  });

  it.each([
    [
      {},
      { email: ['The email field is required.'], password: ['The password field is required.'] },
    ],
    [
      { email: '', password: null },
      { email: ['The email field is required.'], password: ['The password field is required.'] },
    ],
    [{ email: ' ', password: 'x' }, { email: ['The email field is required.'] }],
    [
      { email: 1, password: ['x'] },
      {
        email: ['The email field must be a string.'],
        password: ['The password field must be a string.'],
      },
    ],
    [{ email: { toString: 'x' }, password: 'x' }, { email: ['The email field must be a string.'] }],
    [{ email: 'a@b.c', password: 'x', name: 7 }, { name: ['The name field must be a string.'] }],
    [
      { email: 'a@b.c', password: 'x', name: 'n'.repeat(121) },
      { name: ['The name field must not be greater than 120 characters.'] },
    ],
  ])('rejects %j with 422 under its fields (C9)', async (body, errors) => {
    const response = await api.login(body);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      message: 'The given data was invalid.',
      code: 'validation_failed',
      errors,
    });
  });

  it.each(['email', 'password', 'name'])(
    'rejects NUL and half a surrogate pair in %s (C1.7)',
    async (field) => {
      for (const text of ['a\0b', 'a\ud800b', '\udc00']) {
        const response = await api.login({
          email: 'ann@example.com',
          password: PASSWORD,
          [field]: text,
        });
        expect([response.statusCode, Object.keys(response.json().errors ?? {})]).toEqual([
          422,
          [field],
        ]);
      }
    },
  );

  it('accepts whole surrogate pairs (C1.7)', async () => {
    expect(
      (await api.login({ email: 'ann@example.com', password: PASSWORD, name: '💡'.repeat(60) }))
        .statusCode,
    ).toBe(200);
  });

  it.each(['page=1', 'access_token=x', '__proto__=1', 'constructor', '%00=1', '%zz=1', 'a[b]=c'])(
    'accepts no query parameter: %s (C5.1)',
    async (query) => {
      const response = await api.login(
        { email: 'ann@example.com', password: PASSWORD },
        '10.0.0.1',
        `/api/login?${query}`,
      );
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_query']);
      expect(Object.keys(response.json().errors)).toHaveLength(1);
    },
  );

  it('treats a password of 100 KB as any wrong one (C2.2)', async () => {
    expect(
      (await api.login({ email: 'ann@example.com', password: 'x'.repeat(100_000) })).statusCode,
    ).toBe(401);
  });
});
