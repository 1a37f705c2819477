import { defaultLimits } from '../../../src/options/limits.js';
import { signedIn, startToyApp, type ToyApp } from './toy-app.js';

const origin = 'https://app.example.com';
const preflight = { origin, 'access-control-request-method': 'PATCH' };

describe('every response', () => {
  let toy: ToyApp;
  beforeAll(async () => {
    toy = await startToyApp({ cors: [origin] });
  });
  afterAll(() => toy.app.close());

  const request = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    toy.app.inject({ method: method as 'GET', url, headers });

  it.each([
    ['/api/posts', signedIn, 200],
    ['/api/posts', {}, 401],
    ['/api/none', signedIn, 404],
    ['/api/%zz', {}, 400],
    [`/api/posts?${'a'.repeat(9000)}`, {}, 414],
  ])(
    'is not cached, not sniffed, and has an id: %.20s %j (%i) (C1.4)',
    async (url, headers, status) => {
      const response = await request(url, headers);
      expect(response.statusCode).toBe(status);
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        'content-type': 'application/json; charset=utf-8',
      });
    },
  );

  it('is JSON for any header Accept (C1.4)', async () => {
    const response = await request('/api/none', { ...signedIn, accept: 'text/html' });
    expect(response.json()).toEqual({ message: 'Not found.', code: 'not_found' });
  });

  it("has an id of its own, never the caller's (C9)", async () => {
    const given = { ...signedIn, 'x-request-id': 'mine', 'request-id': 'mine' };
    const [first, second] = [
      await request('/api/posts', given),
      await request('/api/posts', given),
    ];
    expect(first.headers['x-request-id']).not.toBe('mine');
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });

  it('accepts a query string up to its limit, and is 414 past it, before the token (C12)', async () => {
    const limit = defaultLimits.queryBytes;
    expect((await request(`/api/posts?${'a'.repeat(limit)}`, signedIn)).statusCode).toBe(200);
    const response = await request(`/api/posts?${'a'.repeat(limit + 1)}`);
    expect([response.statusCode, response.json()]).toEqual([
      414,
      {
        message: 'The query string has 8193 bytes; at most 8192 are allowed.',
        code: 'uri_too_long',
      },
    ]);
  });

  it('accepts a long path parameter (C1.3)', async () => {
    expect((await request(`/api/posts/${'1'.repeat(9000)}`, signedIn)).statusCode).toBe(200);
  });

  it.each([
    ['/api/%zz', '%zz', 6],
    ['/api/users/%', '%', 12],
    ['/api/%C3%28', '%C3%28', 6],
    ['/api/%41%ff?a=%zz', '%41%ff', 6],
  ])('is 400 with the position if %s cannot be decoded (C4.3)', async (url, part, character) => {
    const response = await request(url);
    const message = `The path cannot be decoded: "${part}" at character ${character} is not percent-encoded UTF-8.`;
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { message, code: 'malformed_request', errors: { path: [message] } },
    ]);
  });

  it('is sent before the guards to a preflight of a listed origin (C2.8)', async () => {
    const response = await request('/api/posts', preflight, 'OPTIONS');
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Prefer, Range, Traceparent, Tracestate, View-As, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
      vary: 'Origin',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('is readable for a listed origin, also if it is a refusal (C2.8)', async () => {
    const responses = [
      await request('/api/posts', { origin }),
      await request(`/api?${'a'.repeat(9000)}`, { origin }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 414]);
    for (const { headers } of responses)
      expect(headers['access-control-allow-origin']).toBe(origin);
  });

  it('is readable for a listed origin if the path cannot be decoded (C2.8)', async () => {
    for (const url of ['/api/%zz', '/api/posts/%', '/api/%C3%28?a=b']) {
      const { statusCode, headers } = await request(url, { origin });
      expect([statusCode, headers['access-control-allow-origin'], headers.vary]).toEqual([
        400,
        origin,
        'Origin',
      ]);
      expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('is 204 to a preflight of a path that cannot be decoded (C2.8)', async () => {
    const [usual, undecodable] = [
      await request('/api/posts', preflight, 'OPTIONS'),
      await request('/api/%zz', preflight, 'OPTIONS'),
    ];
    expect([undecodable.statusCode, undecodable.body]).toEqual([204, '']);
    const isOfCors = ([name]: readonly [string, unknown]) =>
      name === 'vary' || name.startsWith('access-control-');
    expect(Object.entries(undecodable.headers).filter(isOfCors).sort()).toEqual(
      Object.entries(usual.headers).filter(isOfCors).sort(),
    );
  });

  it('reveals nothing to other origins if the path cannot be decoded (C2.8)', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const sent = { ...preflight, origin: 'https://evil.example.com' };
      const { statusCode, headers } = await request('/api/%zz', sent, method);
      expect([statusCode, headers.vary]).toEqual([400, 'Origin']);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it.each(['https://evil.example.com', 'null', `${origin}.evil.com`, origin.toUpperCase()])(
    'reveals nothing to %s, which is not listed (C2.8)',
    async (other) => {
      const response = await request('/api/posts', { ...preflight, origin: other }, 'OPTIONS');
      expect(response.statusCode).toBe(401);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('needs a token for OPTIONS without a preflight (C2.8)', async () => {
    expect((await request('/api/posts', { origin }, 'OPTIONS')).statusCode).toBe(401);
  });

  it('allows no origin unless one is listed (C2.8)', async () => {
    const closed = await startToyApp();
    const response = await closed.app.inject({
      method: 'OPTIONS',
      url: '/api/posts',
      headers: preflight,
    });
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([
      401,
      undefined,
    ]);
    await closed.app.close();
  });
});
