import crypto from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { hashPassword } from '../../../src/modules/auth/index.js';
import { Account } from './account.entity.js';
import { freezeClock, NOW } from '../../support/freeze-clock.js';
import { AuthApp, PASSWORD } from './auth-app.js';

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
  freezeClock();

  const me = async (text: string) => (await api.call('GET', '/api/me', text)).statusCode;
  const app = () => api.app.get(AccessTokens, { strict: false });
  const list = async (text: string) =>
    (await api.call('GET', '/api/tokens', text)).json().data as Record<string, string>[];
  const change = (column: string, value: unknown, where = 'user_id', equals = user) =>
    api.database.write(`update tokens set ${column} = ? where ${where} = ?`, [value, equals]);

  it('are listed to their owner, the newest first, never in plain form (C2.2)', async () => {
    await api.token(email);
    await me(token);
    await api.settle();
    const response = await api.call('GET', '/api/tokens', token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      data: ['login', 'first'].map((name) => ({
        id: expect.stringMatching(/^\d+$/),
        name,
        created_at: expect.stringMatching(instant),
        last_used_at: name === 'first' ? expect.stringMatching(instant) : null,
        expires_at: expect.stringMatching(instant),
      })),
    });
    const [, first] = response.json().data;
    expect(first.created_at).toBe(new Date(NOW).toISOString());
    expect(Date.parse(first.expires_at) - NOW).toBe(3600_000);
    expect(response.body).not.toContain(token);
  });

  it('are hidden from other users (C2.2)', async () => {
    const other = `other${count}@example.com`;
    await api.account(other);
    expect(await list(await api.token(other))).toHaveLength(1);
    expect(await list(token)).toHaveLength(1);
  });

  it('end by DELETE at once (C2.2)', async () => {
    const second = await api.token(email);
    const [newest] = await list(token);
    const response = await api.call('DELETE', `/api/tokens/${newest!.id}`, token);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect([await me(second), await me(token)]).toEqual([401, 200]);
    expect((await api.call('DELETE', `/api/tokens/${newest!.id}`, token)).statusCode).toBe(404);
  });

  it('are 404 if they belong to others, are unknown or malformed, and stay valid (C2.2)', async () => {
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
      const response = await api.call('DELETE', `/api/tokens/${key}`, token);
      expect([key, response.statusCode, response.json().code]).toEqual([key, 404, 'not_found']);
    }
    expect([await me(theirs), await me(token)]).toEqual([200, 200]);
  });

  it('end by logout at once, and no others (C2.2)', async () => {
    const second = await api.token(email);
    const response = await api.call('POST', '/api/logout', token);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect([await me(token), await me(second)]).toEqual([401, 200]);
    expect((await api.call('POST', '/api/logout', token)).statusCode).toBe(401);
  });

  it('survive a logout whose body is not an object, which is 400 (C4.2)', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const refused = await api.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers,
      payload: '[]',
    });
    expect([refused.statusCode, await me(token)]).toEqual([400, 200]);
    expect(
      (await api.app.inject({ method: 'POST', url: '/api/logout', headers, payload: '{}' }))
        .statusCode,
    ).toBe(204);
  });

  it('accept no query parameters on any of their paths (C5.1)', async () => {
    for (const [method, url] of [
      ['GET', '/api/tokens'],
      ['DELETE', '/api/tokens/1'],
      ['POST', '/api/logout'],
    ] as const) {
      const response = await api.call(method, `${url}?page=1`, token);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.json().errors).toEqual({
        page: ['Unknown parameter "page". Allowed: none.'],
      });
    }
    expect(await me(token)).toBe(200);
  });

  it('are refused once expired (C2.3)', async () => {
    await change('expires_at', new Date(NOW + MINUTE));
    expect(await me(token)).toBe(200);
    await change('expires_at', new Date(NOW - 1));
    expect(await me(token)).toBe(401);
  });

  it('are pruned once expired, when somebody signs in (C2.3)', async () => {
    await change('expires_at', new Date(NOW - 1));
    const second = await api.token(email);
    await api.settle();
    expect(await api.database.query('select name from tokens where user_id = ?', [user])).toEqual([
      ['login'],
    ]);
    expect(await me(second)).toBe(200);
  });

  it('end with a changed password, and are no longer listed (C2.4)', async () => {
    await api.database.write('update accounts set password = ? where id = ?', [
      await hashPassword('correct horse'),
      user,
    ]);
    expect(await me(token)).toBe(401);
    const second = await api.token(email);
    expect(await me(second)).toBe(200);
    expect(await list(second)).toHaveLength(1);
  });

  describe('of a suspended account', () => {
    const now = new Date('2026-11-01T12:00:00.000Z');
    /** Writes by SQL, as another program would. */
    const elsewhere = (suspendedAt: Date | null) =>
      api.database.write('update accounts set suspended_at = ? where id = ?', [suspendedAt, user]);
    const byEntity = (work: (manager: EntityManager) => Promise<unknown>) =>
      api.database.transaction(({ manager }) => work(manager));
    const suspend = (manager: EntityManager) =>
      manager.update(Account, Number(user), { suspended_at: now });

    it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
      ['by its key', suspend],
      ['by a condition', (manager) => manager.update(Account, { email }, { suspended_at: now })],
      [
        'by an expression',
        (manager) =>
          manager
            .createQueryBuilder()
            .update(Account)
            .set({ suspended_at: () => 'created_at' })
            .where({ email })
            .execute(),
      ],
      [
        'as an entity',
        async (manager) => {
          const account = await manager.findOneByOrFail(Account, { email });
          await manager.save(Object.assign(account, { suspended_at: now }));
        },
      ],
      [
        'by an upsert',
        async (manager) => {
          const { name, password } = await manager.findOneByOrFail(Account, { email });
          await manager.upsert(Account, { email, name, password, suspended_at: now }, ['email']);
        },
      ],
      ['in a transaction inside of ours', (manager) => manager.transaction(suspend)],
    ])(
      'end for good when TypeORM suspends it %s, with no request before it is reactivated (C2.4)',
      async (_way, work) => {
        const other = `other${count}@example.com`;
        await api.account(other);
        const theirs = await api.token(other);
        await byEntity(work);
        await elsewhere(null);
        expect([await me(token), await me(theirs)]).toEqual([401, 200]);
        expect(await me(await api.token(email))).toBe(200);
      },
    );

    it('end for good, all of them, when another program suspends it and one has been used meanwhile (C2.4)', async () => {
      const second = await api.token(email);
      await elsewhere(now);
      expect(await me(token)).toBe(401);
      await elsewhere(null);
      expect([await me(token), await me(second)]).toEqual([401, 401]);
    });

    it('end for good when another program suspends it and somebody has signed in meanwhile (C2.4)', async () => {
      await elsewhere(now);
      const other = `other${count}@example.com`;
      await api.account(other);
      await api.token(other);
      await api.settle();
      await elsewhere(null);
      expect(await me(token)).toBe(401);
    });

    it('stay valid if the suspension was rolled back (C2.4)', async () => {
      const undone = byEntity(async (manager) => {
        await suspend(manager);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await me(token)).toBe(200);
    });

    it('are not issued by a login that overlaps with the suspension (C2.4)', async () => {
      const tokens = app();
      const issue = tokens.tryIssue.bind(tokens);
      const spy = jest.spyOn(tokens, 'tryIssue').mockImplementation(async (...given) => {
        await byEntity(suspend);
        return issue(...given);
      });
      const response = await api.login({ email, password: PASSWORD });
      spy.mockRestore();
      expect(response.statusCode).toBe(401);
      expect(await api.database.query('select id from tokens where user_id = ?', [user])).toEqual(
        [],
      );
    });
  });

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['by its key', (manager) => manager.softDelete(Account, Number(user))],
    [
      'as an entity',
      async (manager) => manager.softRemove(await manager.findOneByOrFail(Account, { email })),
    ],
  ])(
    'end for good with an account that TypeORM deletes softly %s: restoring it restores none (C2.4)',
    async (_way, remove) => {
      await api.database.transaction(({ manager }) => remove(manager));
      await api.database.write('update accounts set deleted_at = null where id = ?', [user]);
      expect(await me(token)).toBe(401);
    },
  );

  it('end for good with a changed password, once used: the old hash restores none (C2.4)', async () => {
    const [[old]] = (await api.database.query('select password from accounts where id = ?', [
      user,
    ])) as [[string]];
    const store = (hash: string) =>
      api.database.write('update accounts set password = ? where id = ?', [hash, user]);
    await store(await hashPassword('another one'));
    expect(await me(token)).toBe(401);
    await store(old);
    expect(await me(token)).toBe(401);
  });

  describe('of an account with an outdated hash', () => {
    const outdate = async () => {
      const salt = Buffer.alloc(16, 7);
      const key = crypto.scryptSync(PASSWORD, salt, 32, { N: 16384, r: 8, p: 1 });
      const hash = `scrypt$16384$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
      await api.database.write('update accounts set password = ? where id = ?', [hash, user]);
    };
    const hash = async () =>
      (await api.database.query('select password from accounts where id = ?', [user]))[0]![0];

    it('stay valid when a login upgrades it (C2.4)', async () => {
      await outdate();
      const earlier = await app().issue({ key: user, password: String(await hash()) }, 'earlier');
      expect(await me(earlier)).toBe(200);
      const later = await api.token(email);
      expect(await hash()).toMatch(/^scrypt\$131072\$8\$1\$/);
      const upgraded = await hash();
      expect([await me(earlier), await me(later)]).toEqual([200, 200]);
      await api.token(email);
      expect(await hash()).toBe(upgraded);
    });

    it('stay valid for all parallel logins (C2.4)', async () => {
      await outdate();
      const issued = await Promise.all(Array.from({ length: 12 }, () => api.token(email)));
      expect(await Promise.all(issued.map(me))).toEqual(Array(12).fill(200));
    });

    it('keep the old hash when the password is wrong (C2.4)', async () => {
      await outdate();
      expect((await api.login({ email, password: 'wrong' })).statusCode).toBe(401);
      expect(await hash()).toMatch(/^scrypt\$16384\$/);
    });
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
      const stop = api.database.observe((sql) => statements.push(sql));
      await calls();
      await api.settle();
      stop();
      return statements.filter((sql) => sql.startsWith('update tokens'));
    };

    it('is written once for parallel requests, and not again for a minute (C2.3)', async () => {
      const parallel = () => Promise.all(Array.from({ length: 16 }, () => me(token)));
      expect(await updates(parallel)).toHaveLength(1);
      expect(await updates(parallel)).toHaveLength(0);
      expect(await lastUsed()).toBe(new Date(NOW).toISOString());
    });

    it('is written again after a minute (C2.3)', async () => {
      await change('last_used_at', new Date(NOW - MINUTE));
      expect(await updates(() => me(token))).toHaveLength(1);
      expect(await lastUsed()).toBe(new Date(NOW).toISOString());
    });

    it('fails no request if it cannot be written (C2.3)', async () => {
      const write = jest.spyOn(api.database, 'write').mockRejectedValue(new Error('read only'));
      expect(await me(token)).toBe(200);
      await api.settle();
      write.mockRestore();
      const rows = await api.database.query('select last_used_at from tokens where user_id = ?', [
        user,
      ]);
      expect(rows).toEqual([[null]]);
    });
  });
});
