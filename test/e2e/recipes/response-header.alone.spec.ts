import type { TestApplication } from 'resource-api/testing';
import type * as Headers from '../../../src/http/hooks/response-headers.js';
import type { Account } from '../package/application/notes.js';
import type * as Pot from './pot-app.js';

const path = '../../../src/http/hooks/response-headers.js';
const { responseHeaders } = jest.requireActual<typeof Headers>(path);

/** Headers of HTTP itself, of CORS and of the reference page. */
const standard = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'etag', 'vary'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
  ...['access-control-allow-headers', 'access-control-allow-methods', 'access-control-max-age'],
  ...['content-security-policy', 'referrer-policy', 'x-frame-options'],
]);
const origin = 'https://tea.example.com';
const preflight = { origin, 'access-control-request-method': 'GET' };
/** Responses of every kind. */
const requests = [
  { title: 'a page without a token', url: '/api/notes', status: 401 },
  { title: 'a rejected login', method: 'POST', url: '/api/login', status: 422 },
  { title: 'a method that is not allowed', method: 'PUT', url: '/api/login', status: 401 },
  { title: 'a path that cannot be decoded', url: '/api/%ff', status: 400 },
  { title: 'a path without a route', url: '/nowhere', status: 401 },
  { title: 'health', url: '/health/live', status: 200 },
  { title: 'the reference page', url: '/docs', status: 200 },
  { title: 'the OpenAPI document', url: '/docs/openapi.json', status: 200 },
  { title: 'agents', method: 'POST', url: '/mcp', status: 401 },
  { title: 'a controller of the team', url: '/pot/nest', status: 418 },
  { title: 'a preflight', method: 'OPTIONS', url: '/api/notes', status: 204, headers: preflight },
] as const;

describe('A new response header (issue 18, 8)', () => {
  let test: TestApplication<Account>;

  beforeAll(async () => {
    jest.resetModules();
    jest.doMock(path, () => ({
      responseHeaders: {
        ...responseHeaders,
        'X-Served-By': { value: 'node-7', isExposed: true },
        'X-Echo': { value: ({ id }: { id: string }) => `echo ${id}`, isExposed: false },
      },
    }));
    const pot: typeof Pot = await import('./pot-app.js');
    test = await pot.startPot();
  });
  afterAll(() => test.close());

  it.each(requests)('is on $title', async ({ title: _, status, ...request }) => {
    const payload = 'method' in request && request.method === 'POST' ? {} : undefined;
    const response = await test.app.inject({ ...request, ...(payload && { payload }) });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      'x-served-by': 'node-7',
      'x-echo': `echo ${String(response.headers['x-request-id'])}`,
      'x-content-type-options': 'nosniff',
    });
  });

  it('is named to pages of other origins if they may read it (C2.8)', async () => {
    const { headers } = await test.app.inject({ url: '/health/live', headers: { origin } });
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'X-Served-By']));
    expect(exposed).not.toContain('X-Echo');
  });

  it.each(requests)('has to be in the table: $title has no other', async (asked) => {
    const { title: _, status: __, ...request } = asked;
    const { headers } = await test.app.inject({ ...request });
    const known = Object.keys(responseHeaders).map((name) => name.toLowerCase());
    const others = Object.keys(headers).filter(
      (name) => !standard.has(name) && !known.includes(name),
    );
    expect(others.sort()).toEqual(['x-echo', 'x-served-by']);
  });
});
