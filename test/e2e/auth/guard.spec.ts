import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { of } from 'rxjs';
import { BearerGuard } from '../../../src/modules/auth/index.js';
import { AuthApp } from './auth-app.js';

const order: string[] = [];

@Injectable()
class First implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    order.push(execution.switchToHttp().getRequest().user ? 'first, signed in' : 'first');
    return true;
  }
}

@Injectable()
class Last implements CanActivate {
  canActivate(execution: ExecutionContext) {
    order.push(execution.switchToHttp().getRequest().user ? 'last, signed in' : 'last');
    return of(execution.switchToHttp().getRequest().headers['x-refused'] === undefined);
  }
}

@Injectable()
class Foreign implements CanActivate {
  canActivate(): boolean {
    throw new UnauthorizedException('reported in its own way');
  }
}

describe('The global guard', () => {
  let api: AuthApp;
  let token: string;

  beforeAll(async () => {
    api = await AuthApp.start();
    await api.account('ann@example.com', {
      is_admin: true,
      preferences: { theme: 'dark' },
      suspended_at: null,
      created_at: new Date('2026-11-01T12:00:00.120Z'),
    });
    token = await api.token('ann@example.com');
  });
  afterAll(() => api.stop());

  function expectRefusal(
    response: { statusCode: number; headers: object; body: string },
    challenge = 'Bearer',
  ): void {
    expect(response.statusCode).toBe(401);
    expect(response.headers).toHaveProperty('www-authenticate', challenge);
    expect(JSON.parse(response.body)).toEqual({
      message: 'Unauthenticated.',
      code: 'unauthenticated',
    });
  }

  it.each([
    ['GET', '/api/me'],
    ['HEAD', '/api/me'],
    ['GET', '/api/vault'],
    ['POST', '/api/logout'],
    ['GET', '/api/tokens'],
    ['DELETE', '/api/tokens/1'],
    ['GET', '/api/tokens?page=1'],
    ['DELETE', '/api/tokens/x'],
  ] as const)('refuses %s %s without a token (C2.1)', async (method, url) => {
    const response = await api.app.inject({ method, url });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    if (method !== 'HEAD') expectRefusal(response);
  });

  it.each(['/api/open', '/api/lobby'])('leaves the public %s open (C2.1)', async (url) => {
    expect((await api.call('GET', url)).statusCode).toBe(200);
    expect((await api.call('GET', url, 'nonsense')).statusCode).toBe(200);
  });

  it('runs before unknown paths and wrong methods, which are 404 and 405 behind it (C2.1)', async () => {
    const cases = [
      ['GET', '/api/nowhere', 404],
      ['GET', '/nowhere', 404],
      ['GET', '/api/login', 405],
      ['DELETE', '/api/tokens', 405],
    ] as const;
    for (const [method, url, status] of cases) {
      expectRefusal(await api.call(method, url));
      expect([url, (await api.call(method, url, token)).statusCode]).toEqual([url, status]);
    }
  });

  it('lets unknown paths of a public area through (C2.1)', async () => {
    expect((await api.call('GET', '/health/nowhere')).statusCode).toBe(404);
    expectRefusal(await api.call('GET', '/api/health/nowhere'));
  });

  it.each(['Bearer', 'Bearer ', 'Basic QWxhZGRpbjpvcGVu', 'Bearerx'])(
    'refuses the header "%s", which contains no token (C2.5)',
    async (authorization) => {
      expectRefusal(
        await api.app.inject({ method: 'GET', url: '/api/me', headers: { authorization } }),
      );
    },
  );

  it.each([
    'Bearer x',
    'bearer x',
    `Bearer ${'A'.repeat(43)}`,
    'Bearer a b',
    'Bearer "x"',
    'Bearer eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFubkBleGFtcGxlLmNvbSJ9.',
    `Bearer ${'A'.repeat(8000)}`,
    "Bearer ' or 1=1 --",
  ])('refuses the header "%s" and reports the token as invalid (C2.5)', async (authorization) => {
    const response = await api.app.inject({
      method: 'GET',
      url: '/api/me',
      headers: { authorization },
    });
    expectRefusal(response, 'Bearer error="invalid_token"');
  });

  it('does not mention tokens after a wrong password, with any header (C2.5)', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { authorization: 'Bearer x' },
      payload: { email: 'ann@example.com', password: 'wrong' },
    });
    expectRefusal(response);
  });

  it('reads the token only from the header (C2.5)', async () => {
    const url = `/api/me?access_token=${token}&token=${token}`;
    const headers = { cookie: `access_token=${token}; token=${token}`, 'x-access-token': token };
    expectRefusal(await api.app.inject({ method: 'GET', url, headers }));
    const payload = { access_token: token, token };
    expectRefusal(await api.app.inject({ method: 'POST', url: '/api/logout', payload }));
  });

  it('reads the scheme in any case (C2.5)', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${token}` };
      expect((await api.app.inject({ method: 'GET', url: '/api/me', headers })).statusCode).toBe(
        200,
      );
    }
  });

  it('prevents responses to signed-in callers from being cached (C1.4)', async () => {
    for (const url of ['/api/me', '/api/tokens?page=1']) {
      expect((await api.call('GET', url, token)).headers['cache-control']).toBe('no-store');
    }
  });

  it('makes the user an instance of the entity with typed values, without its password (C2.4)', async () => {
    const { own, isAccount, greeting } = (await api.call('GET', '/api/me', token)).json();
    expect([isAccount, greeting]).toEqual([true, 'Hello, ann']);
    expect(own).toEqual({
      id: expect.any(Number),
      email: 'ann@example.com',
      name: 'ann',
      suspended_at: null,
      is_admin: true,
      preferences: { theme: 'dark' },
      created_at: '2026-11-01T12:00:00.120Z',
      deleted_at: null,
    });
  });

  it('finds token and user in one statement (C2.3)', async () => {
    await api.call('GET', '/api/me', token);
    await api.settle();
    const statements: string[] = [];
    const stop = api.database.observe((sql) => statements.push(sql));
    await api.call('GET', '/api/me', token);
    stop();
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatch(/from tokens t join/);
  });

  it('runs no statement for a string that cannot be a token (C2.3)', async () => {
    const statements: string[] = [];
    const stop = api.database.observe((sql) => statements.push(sql));
    await api.call('GET', '/api/me', 'x'.repeat(44));
    stop();
    expect(statements).toEqual([]);
  });

  it('keeps the users of concurrent requests apart (C2.1)', async () => {
    await api.account('bob@example.com');
    const tokens = [token, await api.token('bob@example.com')];
    const calls = Array.from({ length: 40 }, (_, index) =>
      api.call('GET', '/api/me', tokens[index % 2]),
    );
    const names = (await Promise.all(calls)).map((response) => response.json().own.name as string);
    expect(names).toEqual(names.map((_, index) => (index % 2 === 0 ? 'ann' : 'bob')));
  });
});

describe('Two applications in one process', () => {
  it('do not sign in each other’s users (C2.1)', async () => {
    const first = await AuthApp.start();
    const second = await AuthApp.start();
    await first.account('ann@example.com');
    const token = await first.token('ann@example.com');
    expect((await first.call('GET', '/api/me', token)).statusCode).toBe(200);
    expect((await second.call('GET', '/api/me', token)).statusCode).toBe(401);
    await second.stop();
    expect((await first.call('GET', '/api/me', token)).statusCode).toBe(200);
    await first.stop();
  });
});

describe('The option middleware', () => {
  it('is a list of guards, which run in its order (C2.1)', async () => {
    const api = await AuthApp.start({ middleware: [First, BearerGuard, Last], providers: [First] });
    await api.account('ann@example.com');
    const token = await api.token('ann@example.com');
    order.length = 0;
    expect((await api.call('GET', '/api/me', token)).statusCode).toBe(200);
    expect(order).toEqual(['first', 'last, signed in']);
    expect((await api.call('GET', '/api/me')).statusCode).toBe(401);
    expect(order).toEqual(['first', 'last, signed in', 'first']);

    const headers = { authorization: `Bearer ${token}`, 'x-refused': '1' };
    const refused = await api.app.inject({ method: 'GET', url: '/api/me', headers });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'unauthorized']);
    order.length = 0;
    expect((await api.call('GET', '/api/open')).statusCode).toBe(200);
    expect(order).toEqual([]);
    await api.stop();
  });

  it.each([
    ['is empty', []],
    ['finds no user', [First]],
    ['throws Nest’s own exception', [Foreign]],
  ])('admits nobody when it %s (C2.1)', async (_, middleware) => {
    const api = await AuthApp.start({ middleware });
    const response = await api.call('GET', '/api/me');
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const { headers } = await api.call('GET', '/api/me', 'nonsense');
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    await api.stop();
  });
});

describe('Facts about the user', () => {
  const options = {
    authentication: { user: { facts: { is_famous: { kind: 'everything' } } } as never },
  };

  it('are loaded by the same statement, with bound values, under their names (C2.3)', async () => {
    const api = await AuthApp.start({
      ...options,
      facts: (alias) => ({
        select: [`case when ${alias}.name = ? then 1 else 0 end`],
        values: ['ann'],
      }),
    });
    await api.account('ann@example.com');
    await api.account('bob@example.com');
    for (const [email, fact] of [
      ['ann@example.com', true],
      ['bob@example.com', false],
    ] as const) {
      expect((await api.call('GET', '/api/me', await api.token(email))).json().own.is_famous).toBe(
        fact,
      );
    }
    await api.stop();
  });

  it('fail the start if nothing compiles them (C2.3)', async () => {
    await expect(AuthApp.start(options)).rejects.toThrow('facts is_famous');
  });
});
