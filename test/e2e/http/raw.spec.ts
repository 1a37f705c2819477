import { jsonOf, listen, request, send, statusOf } from './raw.js';
import { startToyApp, type ToyApp } from './toy-app.js';

describe('what arrives on a socket', () => {
  let toy: ToyApp;
  let port: number;
  beforeAll(async () => {
    toy = await startToyApp({ limits: { headersTimeout: 1_000, requestTimeout: 1_500 } });
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
  ])('C2.1: %s reaches no handler without a token: 401 or 404', async (target) => {
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
  ])('C1.5: two headers %s are 400', async (name, ...headers) => {
    const response = await send(port, request('/api/posts', 'GET', token, ...headers));
    expect(statusOf(response)).toBe(400);
    const message = `The header "${name.toLowerCase()}" must not be sent twice.`;
    expect(jsonOf(response)).toMatchObject({ message, code: 'malformed_request' });
  });

  it.each(['/health/live', '/nowhere', '/api/login', '/api/%zz', 'http://x/api/posts'])(
    'C1.5: two headers Host are 400 before anything else, on %s too',
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
  ])('C2.1: %s is 401 without a token, and with one 404', async (target) => {
    expect(statusOf(await send(port, request(target)))).toBe(401);
    expect(statusOf(await send(port, request(target, 'GET', token)))).toBe(404);
  });

  it.each(['/api/posts%00', '/api/posts/%00', '/api/%00/1', '/api/posts/a%00b'])(
    'C1.7: %s holds NUL: 400',
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

  it('C2.1: the absolute form is the same path', async () => {
    expect(statusOf(await send(port, request('http://evil.example.com/api/posts')))).toBe(401);
    expect(
      statusOf(await send(port, request('http://evil.example.com/api/posts', 'GET', token))),
    ).toBe(200);
  });

  it('C2.1: OPTIONS * needs a token', async () => {
    expect(statusOf(await send(port, request('*', 'OPTIONS')))).toBe(401);
  });

  it.each(['nonsense', 'something=else'])(
    'C1.4: the expectation %j is no reason to refuse',
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
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that Node does not know', request('/', 'BREW'), 400],
    ['two lengths', request('/api/login', 'POST', 'Content-Length: 1', 'Content-Length: 2'), 400],
    [
      'length and chunks',
      request('/api/login', 'POST', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
    ],
    ['a header line without a name', request('/api/posts', 'GET', ': x'), 400],
    ['no Host', 'GET /api/posts HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers beyond all bounds', request('/api/posts', 'GET', `X: ${'x'.repeat(40_000)}`), 431],
  ])('C1.4: %s is refused by Node: %i', async (_what, text, status) => {
    expect(statusOf(await send(port, text))).toBe(status);
  });

  it('C12: a query string of twice its limit still reads 414', async () => {
    expect(statusOf(await send(port, request(`/api/posts?${'a'.repeat(16_000)}`)))).toBe(414);
  });

  it('C12: headers that do not arrive within their time are 408', async () => {
    expect(statusOf(await send(port, 'GET /api/posts HTTP/1.1\r\nHost: x\r\nX-Slow:'))).toBe(408);
  });

  it('C12: a body that does not arrive within its time ends the connection', async () => {
    const head = request(
      '/api/login',
      'POST',
      'Content-Type: application/json',
      'Content-Length: 100',
    );
    expect(statusOf(await send(port, head, '{"a":'))).toBe(408);
    expect(toy.lines().filter(({ event }) => event === 'fault')).toEqual([]);
  });

  it('C9: a body longer than it says, or chunks that are none, leave the service running', async () => {
    const head = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expect(statusOf(await send(port, request('/api/login', 'POST', ...head), 'zz\r\n'))).toBe(400);
    expect(statusOf(await send(port, request('/health/live')))).toBe(200);
  });
});

describe('a service that stops', () => {
  it('C9: refuses what arrives on an open connection with 503 and Retry-After', async () => {
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
