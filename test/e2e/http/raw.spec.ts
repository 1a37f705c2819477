import { jsonOf, listen, request, send, statusOf } from './raw.js';
import { startToyApp, type ToyApp } from './toy-app.js';

describe('requests on a socket', () => {
  let toy: ToyApp;
  let port: number;
  beforeAll(async () => {
    toy = await startToyApp();
    port = await listen(toy);
  });
  afterAll(() => toy.app.close());

  const token = 'Authorization: Bearer good';

  it.each([
    '/api//posts',
    '//api/posts',
    '/api/posts//',
    '/api//5',
    '/api/posts/',
    '/api/posts;a=1',
    '/api/posts;/1',
    '/api%2Fposts',
    '/api/posts%2F1',
    '/API/posts',
    '/Api/Posts',
    '/%61pi/posts',
    '/api/./posts',
    '/api/x/../posts',
    '/docs/../api/posts',
    '/..%2fapi/posts',
    '/storage%2f..%2fapi/posts',
    '/api/posts%00',
    '/api/posts%20',
    '/api/posts#a',
    'http://evil.example.com/api/posts',
    'HTTP://x/api/posts',
    'http://x',
    'http://x?/api/posts',
    'ftp://x/api/posts',
    '*',
    '*api/posts',
    'api/posts',
    '?/api/posts',
    '\\/',
    '\\api\\posts',
    '/',
    '/api',
    '/api/',
  ])('reach no handler without a token for %s: 401 or 404 (C2.1)', async (target) => {
    const response = await send(port, request(target));
    expect([400, 401, 404]).toContain(statusOf(response));
    expect(response).not.toContain('operation');
    if (!response.includes('text/plain')) expect(jsonOf(response)).toHaveProperty('code');
  });

  it.each([
    ['Host', 'host: evil.com'],
    ['Host', 'HOST: x'],
    ['Authorization', 'authorization: Bearer other'],
    ['Content-Type', 'Content-Type: a/b', 'content-type: c/d'],
  ])('are rejected with 400 for two headers %s (C1.5)', async (name, ...headers) => {
    const response = await send(port, request('/api/posts', 'GET', token, ...headers));
    expect(statusOf(response)).toBe(400);
    const message = `The header "${name.toLowerCase()}" must not be sent twice.`;
    expect(jsonOf(response)).toMatchObject({ message, code: 'malformed_request' });
  });

  it.each(['/health/live', '/nowhere', '/api/login', '/api/%zz', 'http://x/api/posts'])(
    'are rejected with 400 for two headers Host before anything else, on %s too (C1.5)',
    async (target) => {
      expect(statusOf(await send(port, request(target, 'GET', 'Host: evil.com')))).toBe(400);
    },
  );

  it.each([
    '/api//5',
    '/api/posts/',
    '//api/posts',
    '/API/posts',
    '/api%2Fposts',
    '/api/posts;a=1',
    '*api/posts',
  ])(
    'are rejected with 401 without a token for %s, and with 404 with one (C2.1)',
    async (target) => {
      expect(statusOf(await send(port, request(target)))).toBe(401);
      expect(statusOf(await send(port, request(target, 'GET', token)))).toBe(404);
    },
  );

  it.each(['/api/posts%00', '/api/posts/%00', '/api/%00/1', '/api/posts/a%00b'])(
    'are rejected with 400 if %s contains NUL (C1.7)',
    async (target) => {
      for (const credentials of [[], [token]]) {
        const response = await send(port, request(target, 'GET', ...credentials));
        expect(statusOf(response)).toBe(400);
        expect(jsonOf(response)).toMatchObject({
          code: 'malformed_request',
          errors: { path: [expect.stringContaining('NUL')] },
        });
      }
    },
  );

  it('use the same path in the absolute form (C2.1)', async () => {
    expect(statusOf(await send(port, request('http://evil.example.com/api/posts')))).toBe(401);
    expect(
      statusOf(await send(port, request('http://evil.example.com/api/posts', 'GET', token))),
    ).toBe(200);
  });

  it('need a token for OPTIONS * (C2.1)', async () => {
    expect(statusOf(await send(port, request('*', 'OPTIONS')))).toBe(401);
  });

  it.each(['nonsense', 'something=else'])(
    'are not rejected for the expectation %j (C1.4)',
    async (expectation) => {
      expect(
        jsonOf(await send(port, request('/api/posts', 'GET', `Expect: ${expectation}`))),
      ).toHaveProperty('code', 'unauthenticated');
      expect(
        statusOf(await send(port, request('/api/posts', 'GET', token, `Expect: ${expectation}`))),
      ).toBe(200);
    },
  );

  it.each([
    ['data that is not HTTP', 'hello\r\n\r\n', 400],
    ['a method unknown to Node', request('/', 'BREW'), 400],
    ['two lengths', request('/api/login', 'POST', 'Content-Length: 1', 'Content-Length: 2'), 400],
    [
      'length and chunks',
      request('/api/login', 'POST', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
    ],
    ['a header line without a name', request('/api/posts', 'GET', ': x'), 400],
    ['no Host', 'GET /api/posts HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers beyond all bounds', request('/api/posts', 'GET', `X: ${'x'.repeat(40_000)}`), 431],
  ])('are rejected by Node for %s: %i (C1.4)', async (_what, message, status) => {
    expect(statusOf(await send(port, message))).toBe(status);
  });

  it('are rejected with 414 for a query string of twice its limit (C12)', async () => {
    expect(statusOf(await send(port, request(`/api/posts?${'a'.repeat(16_000)}`)))).toBe(414);
  });

  it('leave the service running with a body longer than declared, or invalid chunks (C9)', async () => {
    const head = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expect(statusOf(await send(port, request('/api/login', 'POST', ...head), 'zz\r\n'))).toBe(400);
    expect(statusOf(await send(port, request('/health/live')))).toBe(200);
  });
});

describe('requests that do not arrive in time', () => {
  let toy: ToyApp;
  let port: number;
  beforeAll(async () => {
    toy = await startToyApp({ limits: { headersTimeout: 1_000, requestTimeout: 1_500 } });
    port = await listen(toy);
  });
  afterAll(() => toy.app.close());

  it('are rejected with 408 if their headers are late (C12)', async () => {
    expect(statusOf(await send(port, 'GET /api/posts HTTP/1.1\r\nHost: x\r\nX-Slow:'))).toBe(408);
  });

  it('are rejected with 408 and without a fault if their body is late (C12)', async () => {
    const head = request(
      '/api/login',
      'POST',
      'Content-Type: application/json',
      'Content-Length: 100',
    );
    expect(statusOf(await send(port, head, '{"a":'))).toBe(408);
    expect(toy.lines().filter(({ event }) => event === 'fault')).toEqual([]);
  });
});

describe('a service that stops', () => {
  it('rejects requests on an open connection with 503 and Retry-After (C9)', async () => {
    const toy = await startToyApp();
    toy.app.getHttpAdapter().beforeClose?.();
    const response = await toy.app.inject({ method: 'GET', url: '/health/live' });
    expect([
      response.statusCode,
      response.headers['retry-after'],
      response.headers.connection,
    ]).toEqual([503, '1', 'close']);
    expect(response.json()).toEqual({
      message: 'The service is temporarily unavailable.',
      code: 'unavailable',
    });
    await toy.app.close();
  });
});
