import { demoDeployment, startDemo } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';

type Headers = Readonly<Record<string, string>>;

/** What a browser sends from a page of the service. */
const page: Headers = {
  host: 'localhost',
  'sec-fetch-site': 'same-origin',
  'x-csrf-protection': '1',
};

describe('A deployment with cookies (C2.10)', () => {
  it('describes them, and accepts and refuses writes of records (C2.10)', async () => {
    const demo = await startDemo();
    const { authentication } = demoDeployment(demo.url, demo.storage).options;
    const node = await startNode(demo, { authentication: { ...authentication, cookie: true } });
    const payload = { email: 'reader@example.com', password: 'password', cookie: true };
    const started = await node.inject({
      ...{ method: 'POST', url: '/api/login', headers: page, payload },
    });
    expect(started.json()).toMatchObject({ token_type: 'Cookie' });
    const cookie = String(started.headers['set-cookie']).split(';')[0]!;
    const change = (headers: Headers) =>
      node.inject({
        ...{ method: 'PATCH', url: '/api/profile', payload: { age: 40 } },
        headers: { ...headers, cookie },
      });
    expect((await change(page)).statusCode).toBe(200);
    const refused = await change({ host: 'localhost' });
    expect(refused.json()).toMatchObject({ code: 'csrf_refused' });
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const called = await node.inject({
      ...{ method: 'POST', url: '/mcp', payload: tool, headers: { host: 'localhost', cookie } },
    });
    expect(called.statusCode).toBe(403);
    const document = (await node.inject({ url: '/docs/openapi.json' })).json<{
      components: { securitySchemes: object };
    }>();
    expect(document.components.securitySchemes).toHaveProperty('cookie');
    await node.close();
    await demo.close();
  });

  it('compresses no response that a page of another site could measure (C17.5)', async () => {
    const demo = await startDemo();
    const { authentication } = demoDeployment(demo.url, demo.storage).options;
    const node = await startNode(demo, { authentication: { ...authentication, cookie: true } });
    const payload = { email: 'admin@example.com', password: 'password', cookie: true };
    const login = { method: 'POST', url: '/api/login', headers: page, payload } as const;
    const cookie = String((await node.inject(login)).headers['set-cookie']).split(';')[0]!;
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
    await node.close();
    await demo.close();
  });
});
