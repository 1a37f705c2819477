import { startDemo, type DemoApp } from '../../support/demo-app.js';

/** Requests that need a part of the service that a start does not load, and their status. */
const requests = [
  ['GET', '/health/live', 200],
  ['GET', '/health/ready', 200],
  ['GET', '/docs/openapi.json', 200],
  ['GET', '/api/_schema', 200],
  ['POST', '/api/action_logs/0/revert', 404],
  ['POST', '/mcp', 200],
] as const;

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('the first requests after a start', () => {
  let demo: DemoApp;
  let authorization: string;
  beforeEach(async () => {
    demo = await startDemo();
    authorization = `Bearer ${await demo.tokenOf('admin')}`;
  });
  afterEach(() => demo.close());

  const send = async (method: 'GET' | 'POST', url: string) => {
    const headers = { authorization, accept: 'application/json' };
    const payload = url === '/mcp' ? listTools : undefined;
    const response = await demo.app.inject({ method, url, headers, payload });
    return { status: response.statusCode, body: withoutDurations(response.json()) };
  };

  it('get the same responses as later ones, if many arrive at once', async () => {
    const first = await Promise.all(
      requests.flatMap(([method, url]) => Array.from({ length: 8 }, () => send(method, url))),
    );
    const later = [];
    for (const [method, url] of requests) later.push(await send(method, url));
    expect(later.map(({ status }) => status)).toEqual(requests.map(([, , status]) => status));
    expect(first).toEqual(later.flatMap((response) => Array.from({ length: 8 }, () => response)));
  });
});

const withoutDurations = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'responseTime' ? undefined : value)),
  );
