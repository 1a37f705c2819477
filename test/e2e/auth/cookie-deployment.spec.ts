import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenApiDocument } from '../../../src/addons/reference/openapi/document/open-api.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { deployment } from '../../../demo/deployment.js';
import { demoDeployment, startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';

type Headers = Readonly<Record<string, string>>;

/** What a browser sends from a page of the service. */
const page: Headers = {
  host: 'localhost',
  'sec-fetch-site': 'same-origin',
  'x-csrf-protection': '1',
};
const partner = 'https://partner.example';

let demo: DemoApp;
let node: NestFastifyApplication;
beforeAll(async () => {
  demo = await startDemo();
  const { authentication } = demoDeployment(demo.url, demo.storage).options;
  node = await startNode(demo, {
    authentication: { ...authentication, cookie: true },
    cors: [partner],
  });
});
afterAll(async () => {
  await node.close();
  await demo.close();
});

/** Signs in, and returns the header `Cookie`. */
async function cookieOf(email: string): Promise<string> {
  const payload = { email, password: 'password', cookie: true };
  const started = await node.inject({ method: 'POST', url: '/api/login', headers: page, payload });
  expect(started.json()).toMatchObject({ token_type: 'Cookie' });
  return String(started.headers['set-cookie']).split(';')[0]!;
}

describe('A deployment with cookies (C2.10)', () => {
  it('accepts writes of its pages, and refuses others on every path (C2.10)', async () => {
    const cookie = await cookieOf('reader@example.com');
    const change = (headers: Headers) =>
      node.inject({
        ...{ method: 'PATCH', url: '/api/profile', payload: { age: 40 } },
        headers: { ...headers, cookie },
      });
    expect((await change(page)).statusCode).toBe(200);
    expect((await change({ host: 'localhost' })).json()).toMatchObject({ code: 'csrf_refused' });
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const url of [
      '/mcp',
      '/api/posts',
      '/api/posts/bulk',
      '/api/posts/actions',
      '/api/nowhere',
    ]) {
      const headers = { host: 'localhost', cookie };
      const refused = await node.inject({ method: 'POST', url, payload: tool, headers });
      expect([url, refused.statusCode, refused.json().code]).toEqual([url, 403, 'csrf_refused']);
    }
  });

  it('describes the cookie and the refusals (C2.10)', async () => {
    const { paths, components, security } = (
      await node.inject({ url: '/docs/openapi.json' })
    ).json<OpenApiDocument>();
    expect(security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(components.securitySchemes.cookie).toMatchObject({
      in: 'cookie',
      name: '__Host-session',
    });
    const { get, put } = paths['/api/users/{id}']!;
    const logout = paths['/api/logout']!.post!;
    expect([logout['x-errors'], put!['x-errors']]).toEqual([
      [403, 413, 415],
      [403, 404, 409, 412, 422],
    ]);
    expect(get!['x-errors']).toEqual([403, 404]);
    expect(
      paths['/api/login']!.post!.requestBody!.content['application/json']!.schema,
    ).toMatchObject({ properties: { cookie: { type: ['boolean', 'null'] } } });
  });

  it('lets no page of another origin use the cookie, not even of an origin in `cors` (C2.8, C2.10)', async () => {
    const asked = { 'access-control-request-method': 'PATCH' };
    const preflight = await node.inject({
      ...{ method: 'OPTIONS', url: '/api/profile' },
      headers: {
        ...{ ...asked, host: 'localhost', origin: partner },
        'access-control-request-headers': 'content-type,x-csrf-protection',
      },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      partner,
    ]);
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/csrf|\*/i);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    const cookie = await cookieOf('reader@example.com');
    const sent = { 'x-csrf-protection': '1', host: 'localhost', origin: partner, cookie };
    const read = await node.inject({ url: '/api/profile', headers: sent });
    expect(read.headers).not.toHaveProperty('access-control-allow-credentials');
    const written = await node.inject({
      ...{ method: 'PATCH', url: '/api/profile', payload: { age: 41 }, headers: sent },
    });
    expect(written.statusCode).toBe(403);
    expect(written.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('compresses no response that a page of another site could measure (C17.5)', async () => {
    const cookie = await cookieOf('admin@example.com');
    const encodingOf = async (headers: Headers, accept = 'application/json') => {
      const url = '/api/users?search=e&perPage=100';
      const found = await node.inject({
        ...{ url, headers: { accept, 'accept-encoding': 'br', host: 'localhost', ...headers } },
      });
      expect(found.statusCode).toBe(200);
      return found.headers['content-encoding'];
    };
    for (const site of ['same-site', 'cross-site', ''])
      expect([site, await encodingOf({ cookie, 'sec-fetch-site': site })]).toEqual([
        site,
        undefined,
      ]);
    expect(await encodingOf({ cookie })).toBeUndefined();
    expect(await encodingOf({ cookie }, 'text/csv')).toBeUndefined();
    for (const site of ['same-origin', 'none'])
      expect([site, await encodingOf({ cookie, 'sec-fetch-site': site })]).toEqual([site, 'br']);
    const bearer = `Bearer ${await demo.tokenOf('admin')}`;
    expect(await encodingOf({ cookie: 'theme=dark', authorization: bearer })).toBe('br');
  });
});

describe('The setting SESSION_COOKIES (C2.10)', () => {
  it('switches cookies on; they are off without it', () => {
    const cookieWith = (variables: Record<string, string>) =>
      deployment(readEnvironment(variables)).options.authentication.cookie;
    expect([cookieWith({}), cookieWith({ SESSION_COOKIES: 'true' })]).toEqual([false, true]);
  });
});
