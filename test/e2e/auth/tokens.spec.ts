import { hashPassword } from '../../../src/modules/auth/index.js';
import { AuthApp } from './auth-app.js';

const MINUTE = 60_000;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('Tokens', () => {
  let api: AuthApp;
  let count = 0;
  let email: string;
  let user: string;
  let token: string;

  beforeAll(async () => {
    api = await AuthApp.start();
  });
  beforeEach(async () => {
    email = `user${++count}@example.com`;
    user = await api.account(email);
    token = await api.token(email, 'first');
  });
  afterAll(() => api.stop());

  const me = async (text: string) => (await api.call('GET', '/api/me', text)).statusCode;
  const list = async (text: string) =>
    (await api.call('GET', '/api/tokens', text)).json().data as Record<string, string>[];
  const change = (column: string, value: unknown, where = 'user_id', equals = user) =>
    api.database.write(`update tokens set ${column} = ? where ${where} = ?`, [value, equals]);

  it('list one’s own, the newest first, never their text (C2.2)', async () => {
    await api.token(email);
    await me(token);
    await api.settle();
    const answer = await api.call('GET', '/api/tokens', token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      data: ['login', 'first'].map((name) => ({
        id: expect.stringMatching(/^\d+$/),
        name,
        created_at: expect.stringMatching(instant),
        last_used_at: name === 'first' ? expect.stringMatching(instant) : null,
        expires_at: expect.stringMatching(instant),
      })),
    });
    const [, first] = answer.json().data;
    expect(Date.parse(first.expires_at) - Date.parse(first.created_at)).toBe(3600_000);
    expect(Math.abs(Date.parse(first.created_at) - Date.now())).toBeLessThan(MINUTE);
    expect(answer.body).not.toContain(token);
  });

  it('show nobody the tokens of others (C2.2)', async () => {
    const other = `other${count}@example.com`;
    await api.account(other);
    expect(await list(await api.token(other))).toHaveLength(1);
    expect(await list(token)).toHaveLength(1);
  });

  it('end by DELETE, at once (C2.2)', async () => {
    const second = await api.token(email);
    const [newest] = await list(token);
    const answer = await api.call('DELETE', `/api/tokens/${newest!.id}`, token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect([await me(second), await me(token)]).toEqual([401, 200]);
    expect((await api.call('DELETE', `/api/tokens/${newest!.id}`, token)).statusCode).toBe(404);
  });

  it('of others, unknown or malformed are 404, and go on living (C2.2)', async () => {
    const other = `stranger${count}@example.com`;
    await api.account(other);
    const theirs = await api.token(other);
    const id = (await list(theirs))[0]!.id!;
    const own = (await list(token))[0]!.id!;
    const malformed = [
      '0',
      `0${own}`,
      `${own}x`,
      `${own}.0`,
      `${own}e0`,
      `%20${own}`,
      `+${own}`,
      '-1',
      'null',
      '2147483648',
    ];
    for (const key of [id, '2147483647', '99999999999999999999', ...malformed]) {
      const answer = await api.call('DELETE', `/api/tokens/${key}`, token);
      expect([key, answer.statusCode, answer.json().code]).toEqual([key, 404, 'not_found']);
    }
    expect([await me(theirs), await me(token)]).toEqual([200, 200]);
  });

  it('end by logout, at once, and alone (C2.2)', async () => {
    const second = await api.token(email);
    const answer = await api.call('POST', '/api/logout', token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect([await me(token), await me(second)]).toEqual([401, 200]);
    expect((await api.call('POST', '/api/logout', token)).statusCode).toBe(401);
  });

  it('survive a logout whose body is no object, which is 400 (C4.2)', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const refused = await api.app.inject({ method: 'POST', url: '/api/logout', headers, payload: '[]' });
    expect([refused.statusCode, await me(token)]).toEqual([400, 200]);
    expect((await api.app.inject({ method: 'POST', url: '/api/logout', headers, payload: '{}' })).statusCode).toBe(204);
  });

  it('take no query parameters on any of their paths (C5.1)', async () => {
    for (const [method, url] of [
      ['GET', '/api/tokens'],
      ['DELETE', '/api/tokens/1'],
      ['POST', '/api/logout'],
    ] as const) {
      const answer = await api.call(method, `${url}?page=1`, token);
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.json().errors).toEqual({ page: ['Unknown parameter "page". Allowed: none.'] });
    }
    expect(await me(token)).toBe(200);
  });

  it('are refused once expired (C2.3)', async () => {
    await change('expires_at', new Date(Date.now() + MINUTE));
    expect(await me(token)).toBe(200);
    await change('expires_at', new Date(Date.now() - 1));
    expect(await me(token)).toBe(401);
  });

  it('are pruned once expired, when somebody signs in (C2.3)', async () => {
    await change('expires_at', new Date(Date.now() - 1));
    const second = await api.token(email);
    await api.settle();
    expect(await api.database.query('select name from tokens where user_id = ?', [user])).toEqual([['login']]);
    expect(await me(second)).toBe(200);
  });

  it('end with a changed password, and are listed no more (C2.4)', async () => {
    await api.database.write('update accounts set password = ? where id = ?', [
      await hashPassword('correct horse'),
      user,
    ]);
    expect(await me(token)).toBe(401);
    const second = await api.token(email);
    expect(await me(second)).toBe(200);
    expect(await list(second)).toHaveLength(1);
  });

  it('end while the account is suspended (C2.4)', async () => {
    await api.database.write('update accounts set suspended_at = ? where id = ?', [new Date(), user]);
    expect(await me(token)).toBe(401);
  });

  it('end with a deleted account, softly or for good (C2.4)', async () => {
    await api.database.write('update accounts set deleted_at = ? where id = ?', [new Date(), user]);
    expect(await me(token)).toBe(401);
    await api.database.write('delete from accounts where id = ?', [user]);
    expect(await me(token)).toBe(401);
  });

  describe('their last use', () => {
    const lastUsed = async () => (await list(token))[0]!.last_used_at;
    const updates = async (calls: () => Promise<unknown>) => {
      const statements: string[] = [];
      const stop = api.database.observe((text) => statements.push(text));
      await calls();
      await api.settle();
      stop();
      return statements.filter((text) => text.startsWith('update tokens'));
    };

    it('is written once for parallel requests, and then not for a minute (C2.3)', async () => {
      const parallel = () => Promise.all(Array.from({ length: 16 }, () => me(token)));
      expect(await updates(parallel)).toHaveLength(1);
      expect(await updates(parallel)).toHaveLength(0);
      expect(Math.abs(Date.parse((await lastUsed())!) - Date.now())).toBeLessThan(MINUTE);
    });

    it('is written again after a minute (C2.3)', async () => {
      await change('last_used_at', new Date(Date.now() - MINUTE - 1000));
      expect(await updates(() => me(token))).toHaveLength(1);
      expect(Date.now() - Date.parse((await lastUsed())!)).toBeLessThan(MINUTE);
    });

    it('fails no request when it cannot be written (C2.3)', async () => {
      const write = jest.spyOn(api.database, 'write').mockRejectedValue(new Error('read only'));
      expect(await me(token)).toBe(200);
      await api.settle();
      write.mockRestore();
      const rows = await api.database.query('select last_used_at from tokens where user_id = ?', [user]);
      expect(rows).toEqual([[null]]);
    });
  });
});
