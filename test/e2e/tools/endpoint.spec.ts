import type { InjectOptions } from 'fastify';
import { createApplication } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { Agent } from './agent.js';

let demo: DemoApp;
let token: string;
beforeAll(async () => {
  demo = await startDemo();
  token = await demo.tokenOf('reader');
});
afterAll(() => demo?.close());

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

async function post(headers: Record<string, string>, payload: InjectOptions['payload'] = list) {
  const response = await demo.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload,
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<any>() };
}

describe('The address /mcp', () => {
  it.each([undefined, 'application/json', '*/*', 'application/json; q=1'])(
    'responds to a bare POST in plain JSON if Accept is %s (C11.1)',
    async (accept) => {
      const { status, headers, body } = await post(accept === undefined ? {} : { accept });
      expect([status, headers['content-type'], body.id]).toEqual([
        200,
        'application/json; charset=utf-8',
        1,
      ]);
      expect(body.result.tools.length).toBeGreaterThan(5);
      expect([headers['cache-control'], typeof headers['x-request-id']]).toEqual([
        'no-store',
        'string',
      ]);
    },
  );

  it('prevents a stream from being cached, too (C1.4)', async () => {
    const { headers, payload } = await demo.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: list,
    });
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/event-stream',
      'no-store',
    ]);
    expect(payload).toContain('event: message');
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'] as const)(
    'rejects %s, with 401 first (C2.1)',
    async (method) => {
      const without = await demo.app.inject({ method, url: '/mcp' });
      expect([without.statusCode, without.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      const signedIn = await demo.app.inject({
        method,
        url: '/mcp',
        headers: { authorization: `Bearer ${token}` },
      });
      expect([signedIn.statusCode, signedIn.headers.allow]).toEqual([405, 'POST']);
    },
  );

  it.each([
    [undefined, 'Bearer'],
    ['Basic YTpi', 'Bearer'],
    ['Bearer nonsense', 'Bearer error="invalid_token"'],
    [`Bearer ${'A'.repeat(43)}`, 'Bearer error="invalid_token"'],
  ])('responds to %s with 401 and the challenge %s (C2.5)', async (authorization, challenge) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await demo.app.inject({ method: 'POST', url: '/mcp', headers, payload: list });
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, challenge]);
    expect(response.json()).toEqual({ message: 'Unauthenticated.', code: 'unauthenticated' });
  });

  it('does not read a token from the address (C2.5)', async () => {
    const response = await demo.app.inject({
      method: 'POST',
      url: `/mcp?access_token=${token}`,
      payload: list,
    });
    expect(response.statusCode).toBe(401);
  });

  it.each(['{nope', '', '{"a":1', '\u0000', `${'['.repeat(40)}${']'.repeat(40)}`])(
    'reports a body that is not JSON in the form of JSON-RPC: %j (C9)',
    async (payload) => {
      const { status, body } = await post({ 'content-type': 'application/json' }, payload);
      expect([status, body.jsonrpc, body.error.code, body.id]).toEqual([400, '2.0', -32700, null]);
      expect(body.error.message).toMatch(/^Parse error: ./);
    },
  );

  it.each([
    [{}],
    [[]],
    ['text'],
    [7],
    [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    [{ ...list, params: 7 }],
  ])('rejects %j without a 5xx (C11.1)', async (payload) => {
    const { status, body } = await post(
      { 'content-type': 'application/json' },
      JSON.stringify(payload),
    );
    expect(status).toBeLessThan(500);
    expect(body.error.code).toBeLessThan(0);
  });

  it.each([
    ['initialize', undefined],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: {} } }],
    ['tools/call', {}],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'posts-index-tool', arguments: '{"perPage":1}' }],
    ['tools/call', { name: 'posts-index-tool', arguments: [] }],
    ['resources/read', { uri: 5 }],
    ['logging/setLevel', { level: 'loud' }],
  ])('describes the parameters of %s if they are %j (C9)', async (method, params) => {
    for (const accept of ['application/json', 'application/json, text/event-stream']) {
      const { status, body } = await post({ accept }, { ...list, method, params });
      expect([status, body.id, body.error.code]).toEqual([200, 1, -32602]);
      expect(body.error.message).toMatch(/^The params of \S+ must be \{"/);
    }
  });

  it('accepts the maximum number of messages at once, and no more (C12)', async () => {
    const messages = (count: number) =>
      Array.from({ length: count }, (_none, id) => ({ ...list, id, method: 'ping' }));
    expect((await post({}, messages(20))).body).toHaveLength(20);
    expect((await post({}, messages(21))).body.error.code).toBe(-32700);
  });

  it('rejects a body past its limit, and another media type (C12)', async () => {
    expect((await post({}, { ...list, padding: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    expect((await post({ 'content-type': 'text/plain' }, JSON.stringify(list))).status).toBe(415);
  });

  it.each(['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'LOCALHOST'])(
    'responds to %s (C11)',
    async (host) => {
      expect((await post({ host })).status).toBe(200);
    },
  );

  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: 'evil.example@localhost' },
    { host: 'localhost:3000:80' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'null' },
  ])('responds 403 to %j (C11)', async (headers) => {
    const { status, body } = await post(headers);
    expect([status, body.code]).toEqual([403, 'unauthorized']);
  });

  it('responds to pages of this machine (C11)', async () => {
    expect((await post({ origin: 'http://localhost:5173' })).status).toBe(200);
  });
});

describe('A deployment with a name of its own', () => {
  const configured = async (more: object) => {
    const { options, modules } = deployment(
      readEnvironment({
        DATABASE_URL: demo.url,
        LOG_LEVEL: 'silent',
        MCP_HOSTS: 'agents.example.com',
        PUBLIC_URL: 'https://api.example.com',
        CORS_ORIGINS: 'https://app.example.com',
      }),
    );
    const app = await createApplication({ options: { ...options, ...more }, modules });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  };

  it('responds to the names in its options, and to pages of the origins in cors (C11)', async () => {
    const app = await configured({});
    const send = async (headers: Record<string, string>) =>
      (
        await app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { authorization: `Bearer ${token}`, ...headers },
          payload: list,
        })
      ).statusCode;
    try {
      expect(await send({ host: 'agents.example.com' })).toBe(200);
      expect(await send({ host: 'api.example.com', origin: 'https://app.example.com' })).toBe(200);
      expect(await send({ host: 'other.example.com' })).toBe(403);
      expect(await send({ host: 'api.example.com', origin: 'https://other.example.com' })).toBe(
        403,
      );
      const preflight = await app.inject({
        method: 'OPTIONS',
        url: '/mcp',
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      });
      expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
        204,
        expect.stringContaining('MCP-Protocol-Version'),
      ]);
      const metadata = await app.inject({ url: '/.well-known/oauth-protected-resource' });
      expect(metadata.statusCode).toBe(404);
    } finally {
      await app.close();
    }
  });

  it('refers clients without a token to the identity provider, if there is one (C2.3)', async () => {
    const { options } = deployment(readEnvironment({ DATABASE_URL: demo.url }));
    const jwt = {
      issuer: 'https://id.example.com',
      audience: 'api',
      jwksUri: 'https://id.example.com/jwks',
      algorithms: ['RS256'],
    };
    const app = await configured({ authentication: { ...options.authentication, jwt } });
    try {
      const refused = await app.inject({ method: 'POST', url: '/mcp', payload: list });
      const address = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';
      expect(refused.headers['www-authenticate']).toBe(`Bearer resource_metadata="${address}"`);
      const headers = { authorization: 'Bearer nonsense' };
      const bad = await app.inject({ method: 'POST', url: '/mcp', headers, payload: list });
      expect(bad.headers['www-authenticate']).toBe(
        `Bearer error="invalid_token", resource_metadata="${address}"`,
      );
      for (const url of ['/.well-known/oauth-protected-resource', new URL(address).pathname]) {
        const document = await app.inject({ url, headers: { host: 'evil.example' } });
        expect([document.statusCode, document.json()]).toEqual([
          200,
          {
            resource: 'https://api.example.com/mcp',
            authorization_servers: ['https://id.example.com'],
            bearer_methods_supported: ['header'],
          },
        ]);
      }
    } finally {
      await app.close();
    }
  });
});

describe('The protocol', () => {
  it('responds alike for a hidden tool, an unknown one and a prototype name (C11.2)', async () => {
    const agent = new Agent(demo, 'reader');
    for (const name of [
      'users-store-tool',
      'posts-purge-posts-action-tool',
      'roles-index-tool',
      'nothing',
      '__proto__',
      'constructor',
      '',
    ]) {
      const { error } = await agent.send('tools/call', { name, arguments: {} });
      expect([name, error]).toEqual([name, { code: -32602, message: 'Unknown tool.' }]);
    }
  });

  it('describes each resource that the caller may access, and no other (C11)', async () => {
    const agent = new Agent(demo, 'reader');
    const { result } = await agent.send<{ resources: { uri: string }[] }>('resources/list', {});
    expect(result.resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(
        ['posts', 'roles', 'tags', 'users'].map((key) => `resource-api://resources/${key}`),
      ),
    );
    const read = await agent.send<{ contents: { text: string }[] }>('resources/read', {
      uri: 'resource-api://resources/posts',
    });
    const described = JSON.parse(read.result.contents[0]!.text);
    expect(described.relations.map(({ key }: { key: string }) => key)).toEqual([
      'user',
      'comments',
      'tags',
      'image',
      'logs',
    ]);
    expect(described.actions.map(({ uriKey }: { uriKey: string }) => uriKey)).not.toContain(
      'purge-posts',
    );
    expect(JSON.stringify(described)).not.toMatch(/password|suspended_at|is_admin/);
    const { error } = await agent.send('resources/read', {
      uri: 'resource-api://resources/nothing',
    });
    expect(error?.code).toBeLessThan(0);
  });
});
