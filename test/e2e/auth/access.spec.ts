import { METHODS } from 'node:http';
import { HttpSetup } from '../../../src/http/application/http-setup.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { jsonOf, listen, request, send, statusOf } from '../http/raw.js';
import { oddFormsOf } from './odd-urls.js';

/**
 * Routes that need no token; `/metrics` only from the loopback address, which these tests call
 * from.
 */
const publicRoutes: readonly (readonly [method: RegExp, url: RegExp])[] = [
  [/^POST$/, /^\/api\/login$/],
  [/^(GET|HEAD)$/, /^\/health\/(live|ready)$/],
  [/./, /^\/(health\/|docs)/],
  [/^(GET|HEAD)$/, /^\/storage\/\*$/],
  [/^(GET|HEAD)$/, /^\/metrics$/],
  // Clients of the tools read here who signs users in, before they have a token (RFC 9728).
  [/^(GET|HEAD)$/, /^\/\.well-known\/oauth-protected-resource(\/|$)/],
  [/^(GET|HEAD)$/, /^\/$/],
  [/^(GET|HEAD)$/, /^\/explorer(?:\/|$)/],
];
const isPublic = (method: string, url: string) =>
  publicRoutes.some(([methods, urls]) => methods.test(method) && urls.test(url));

const unauthenticated = { message: 'Unauthenticated.', code: 'unauthenticated' };
/** Responses that reject a request before the caller is identified. */
const refusals = [400, 401, 404, 405, 415];

/**
 * The fragment does not belong to the request, and the host not to the path; letters may be
 * escaped.
 */
function isItself(odd: string, url: string): boolean {
  const [path] = odd.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
  return decodeURIComponent(path!) === url;
}

const requestMethods = METHODS.filter((method) => method !== 'CONNECT');

describe('Every route of the running service', () => {
  let demo: DemoApp;
  let port: number;
  let urls: readonly string[];
  beforeAll(async () => {
    demo = await startDemo();
    port = await listen(demo);
    urls = demo.app.get(HttpSetup, { strict: false }).routes!.declared.map(({ url }) => url);
  });
  afterAll(() => demo.close());

  /** `/api/:resource/:id` -> `/api/users/1` */
  const filled = (url: string) =>
    url
      .replace(':resource', 'users')
      .replace(/:relation$/, 'roles')
      .replace(/:\w+|\*/g, '1');

  it('is listed in this test, so that routes of later features are covered', () => {
    expect(urls.length).toBeGreaterThan(15);
    expect(urls).toEqual(
      expect.arrayContaining(['/api/:resource/:id', '/api/profile', '/metrics', '/health/live']),
    );
  });

  it('refuses every method without a token with 401, unless it is public (C2.1)', async () => {
    for (const url of urls)
      for (const method of requestMethods) {
        if (isPublic(method, url)) continue;
        const response = await demo.app.inject({ method: method as 'GET', url: filled(url) });
        expect([method, url, response.statusCode]).toEqual([method, url, 401]);
        expect(response.headers['www-authenticate']).toBe('Bearer');
        if (method !== 'HEAD') expect(response.json()).toEqual(unauthenticated);
      }
  });

  it('runs no SQL statement for these requests (C2.1)', async () => {
    const sent = await demo.statements(async () => {
      for (const url of urls.filter((each) => !isPublic('GET', each)))
        await demo.app.inject({ method: 'GET', url: filled(url) });
    });
    expect(sent).toEqual([]);
  });

  it.each(['GET', 'HEAD', 'POST', 'DELETE'])(
    'lets no odd form of its URL through for %s without a token (C2.1)',
    async (method) => {
      const body = method === 'POST' ? ['Content-Type: application/json', 'Content-Length: 0'] : [];
      for (const url of [
        '/api/users',
        '/api/users/1',
        '/api/profile',
        '/api/users/1/posts',
        '/api/posts/actions',
        '/api/tokens',
      ]) {
        const responses = await Promise.all(
          oddFormsOf(url).map(
            async (odd) => [odd, await send(port, request(odd, method, ...body))] as const,
          ),
        );
        for (const [odd, response] of responses) {
          if (!refusals.includes(statusOf(response)))
            throw new Error(`${method} ${odd} returned ${response.slice(0, 300)}`);
          expect(response).not.toMatch(/"data"|"attributes"|@example\.com/);
          if (method !== 'HEAD' && !response.includes('text/plain'))
            expect(jsonOf(response)).toHaveProperty('code');
        }
      }
    },
  );

  it.each(['/health/live', '/health/ready', '/metrics', '/storage/1', '/api/login'])(
    'leads odd forms of the public %s nowhere else (C2.1)',
    async (url) => {
      for (const odd of oddFormsOf(url)) {
        const status = statusOf(await send(port, request(odd)));
        expect([odd, refusals.includes(status) || (status === 200 && isItself(odd, url))]).toEqual([
          odd,
          true,
        ]);
      }
    },
  );
});
