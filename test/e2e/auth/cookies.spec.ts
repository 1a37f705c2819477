import { parseSetCookie } from 'cookie';
import { resolveOptions } from '../../../src/options/resolve-options.js';
import { Account } from './account.entity.js';
import { AuthApp, PASSWORD } from './auth-app.js';

type Headers = Readonly<Record<string, string>>;

/** What a browser sends from a page of the service. */
const ownPage: Headers = {
  host: 'api.example.com',
  'sec-fetch-site': 'same-origin',
  'x-csrf-protection': '1',
};
const credentials = { email: 'ann@example.com', password: PASSWORD, cookie: true };

let api: AuthApp;
let account: string;
beforeAll(async () => {
  api = await AuthApp.start({ authentication: { cookie: true, tokenLifetime: 600 } });
  account = await api.account('ann@example.com');
});
afterEach(() => api.database.write('delete from login_attempts'));
afterAll(() => api.stop());

const login = (headers: Headers = ownPage, payload: object = credentials, app = api) =>
  app.app.inject({ method: 'POST', url: '/api/login', headers, payload });

const send = (
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS',
  url: string,
  headers: Headers,
  app = api,
) => app.app.inject({ method, url, headers });

/** Signs in, and returns the headers of a page that is signed in. */
async function signedIn(page: Headers = ownPage): Promise<Headers> {
  const response = await login(page);
  expect(response.statusCode).toBe(200);
  const { name, value } = parseSetCookie(String(response.headers['set-cookie']));
  return { ...page, cookie: `theme=dark; ${name}=${value!}` };
}
const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

describe('A login with a cookie (C2.10)', () => {
  it('sets the token in a cookie that scripts cannot read, and does not return it (C2.10)', async () => {
    const response = await login();
    expect(response.json()).toEqual({ token_type: 'Cookie', expires_in: 600 });
    const header = String(response.headers['set-cookie']);
    expect(parseSetCookie(header)).toEqual({
      name: '__Host-session',
      value: expect.stringMatching(/^[\w-]{43}$/),
      maxAge: 600,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'strict',
    });
    expect(header).not.toMatch(/domain/i);
  });

  it.each(['localhost:3000', '127.0.0.1', '[::1]:8080'])(
    'leaves Secure out for a page at http://%s (C2.10)',
    async (host) => {
      const { headers } = await login({ ...ownPage, host });
      const cookie = parseSetCookie(String(headers['set-cookie']));
      expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'strict' });
      expect(cookie).not.toHaveProperty('secure');
      expect((await send('GET', '/api/me', await signedIn({ ...ownPage, host }))).statusCode).toBe(
        200,
      );
    },
  );

  it('opens reads of pages, without further headers (C2.10)', async () => {
    const { cookie } = await signedIn();
    const response = await send('GET', '/api/me', { host: 'api.example.com', cookie: cookie! });
    expect(response.statusCode).toBe(200);
    expect(String(response.json().own.id)).toBe(account);
  });

  it('returns the token to a client that does not ask for a cookie (C2.2)', async () => {
    const response = await login({}, { ...credentials, cookie: false });
    expect(response.json()).toHaveProperty('access_token');
    expect(response.headers).not.toHaveProperty('set-cookie');
  });

  it.each([
    ['a page of another site', { ...ownPage, 'sec-fetch-site': 'cross-site' }],
    ['a page that sends no header', without(ownPage, 'x-csrf-protection')],
  ])('is refused for %s, before the password counts (C2.10)', async (_what, headers) => {
    const response = await login(headers, { ...credentials, password: 'wrong' });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'csrf_refused' });
    expect(await api.database.query('select * from login_attempts')).toEqual([]);
  });

  it.each([['yes'], [1]])('rejects %s as the value of cookie (C2.10)', async (cookie) => {
    const response = await login(ownPage, { ...credentials, cookie });
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      errors: { cookie: ['The cookie field must be true or false.'] },
    });
  });

  it('needs the option: otherwise it is 422, and cookies are not read (C2.10, C2.5)', async () => {
    const other = await AuthApp.beside(api);
    const response = await login(ownPage, credentials, other);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      errors: { cookie: ['This service does not use cookies. Leave the field out.'] },
    });
    expect((await send('GET', '/api/me', await signedIn(), other)).statusCode).toBe(401);
    await other.stop();
  });
});

describe('A write with the session cookie (C2.10)', () => {
  it('is accepted from a page of the service (C2.10)', async () => {
    expect((await send('DELETE', '/api/tokens/999', await signedIn())).statusCode).toBe(404);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['that the user opened', { 'sec-fetch-site': 'none' }],
  ])('is refused for a page %s (C2.10)', async (_what, site) => {
    const response = await send('DELETE', '/api/tokens/1', { ...(await signedIn()), ...site });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      message:
        'A request with the session cookie must come from a page of this service, not from another site.',
      code: 'csrf_refused',
    });
  });

  it.each([
    ['https://api.example.com', 404],
    ['https://evil.example', 403],
    ['https://api.example.com.evil.example', 403],
    ['https://api.example.com:8443', 403],
    ['null', 403],
  ])(
    'of a browser without Sec-Fetch-Site is decided by Origin: %s is %i (C2.10)',
    async (origin, status) => {
      const headers = { ...without(await signedIn(), 'sec-fetch-site'), origin };
      expect((await send('DELETE', '/api/tokens/999', headers)).statusCode).toBe(status);
    },
  );

  it('is refused without the header X-CSRF-Protection (C2.10)', async () => {
    const headers = without(await signedIn(), 'x-csrf-protection');
    for (const url of ['/api/logout', '/api/tokens/1']) {
      const response = await send(url === '/api/tokens/1' ? 'DELETE' : 'POST', url, headers);
      expect({ url, status: response.statusCode, body: response.json() }).toEqual({
        url,
        status: 403,
        body: {
          message:
            'A request with the session cookie that is not a read needs the header X-CSRF-Protection: 1.',
          code: 'csrf_refused',
        },
      });
    }
    expect((await send('GET', '/api/me', headers)).statusCode).toBe(200);
  });

  it('is refused as the form of another site, which cannot set a header (C2.10)', async () => {
    const { cookie } = await signedIn();
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: {
        ...{ host: 'api.example.com', origin: 'https://evil.example', cookie: cookie! },
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'a=1',
    });
    expect([403, 415]).toContain(response.statusCode);
    expect((await send('GET', '/api/me', { ...ownPage, cookie: cookie! })).statusCode).toBe(200);
  });

  it('is not what a request with a token is: the header wins, and needs no protection (C2.10, C2.5)', async () => {
    const { cookie } = await signedIn();
    const token = await api.token('ann@example.com');
    const both = { host: 'api.example.com', cookie: cookie!, authorization: `Bearer ${token}` };
    expect((await send('POST', '/api/logout', both)).statusCode).toBe(204);
    expect((await send('GET', '/api/me', both)).statusCode).toBe(401);
    expect((await send('GET', '/api/me', { ...ownPage, cookie: cookie! })).statusCode).toBe(200);
    const basic = { ...ownPage, cookie: cookie!, authorization: 'Basic YTpi' };
    expect((await send('GET', '/api/me', basic)).statusCode).toBe(401);
  });
});

describe('The end of a session (C2.10)', () => {
  it('is a logout, which revokes the token and removes the cookie (C2.10, C2.2)', async () => {
    const headers = await signedIn();
    const response = await send('POST', '/api/logout', headers);
    expect(response.statusCode).toBe(204);
    expect(parseSetCookie(String(response.headers['set-cookie']))).toEqual({
      ...{ name: '__Host-session', value: '', maxAge: 0, path: '/' },
      ...{ httpOnly: true, secure: true, sameSite: 'strict' },
    });
    expect((await send('GET', '/api/me', headers)).statusCode).toBe(401);
  });

  it('comes with its lifetime, also if the browser keeps the cookie (C2.10, C2.3)', async () => {
    const headers = await signedIn();
    await api.database.write('update tokens set expires_at = ?', [new Date(0)]);
    expect((await send('GET', '/api/me', headers)).statusCode).toBe(401);
  });

  it('comes with a new password, and with a suspension (C2.10, C2.4)', async () => {
    for (const [name, column, value] of [
      ['bea', 'password', 'another hash'],
      ['cem', 'suspended_at', new Date()],
    ] as const) {
      const key = await api.account(`${name}@example.com`);
      const response = await login(ownPage, { ...credentials, email: `${name}@example.com` });
      const cookie = String(response.headers['set-cookie']).split(';')[0]!;
      expect((await send('GET', '/api/me', { ...ownPage, cookie })).statusCode).toBe(200);
      await api.database.write(`update accounts set ${column} = ? where id = ?`, [value, key]);
      expect((await send('GET', '/api/me', { ...ownPage, cookie })).statusCode).toBe(401);
    }
    await api.settle();
  });

  it.each(['', 'x', 'a'.repeat(43), '"', '%00'])(
    'is 401 for the cookie "%s" (C2.10)',
    async (value) => {
      const headers = { ...ownPage, cookie: `__Host-session=${value}` };
      expect((await send('GET', '/api/me', headers)).statusCode).toBe(401);
    },
  );

  it('does not read the name without its prefix from a public host (C2.10)', async () => {
    const { cookie } = await signedIn();
    const headers = { ...ownPage, cookie: cookie!.replace('__Host-', '') };
    expect((await send('GET', '/api/me', headers)).statusCode).toBe(401);
  });
});

describe('The option cookie (C2.10)', () => {
  const user = { entity: Account, identifier: 'email', password: 'password' } as const;
  const jwt = {
    ...{ issuer: 'https://id.example.com', audience: 'api' },
    ...{ jwksUri: 'https://id.example.com/keys', algorithms: ['RS256'] },
  };

  it('is a fault at boot together with tokens of an identity provider (C2.10, C2.3)', () => {
    const start = () =>
      resolveOptions({
        database: { url: 'sqlite::memory:' },
        authentication: { user, jwt, cookie: true },
      });
    expect(start).toThrow(
      'authentication.cookie cannot be combined with authentication.jwt, because the service does not issue the tokens; remove one of them.',
    );
  });
});
