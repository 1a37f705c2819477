import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import { startNode } from '../../../support/demo-node.js';

let demo: DemoApp;
/** One user may have one large read running, and one waiting. */
let narrow: NestFastifyApplication;

beforeAll(async () => {
  demo = await startDemo();
  const bytes = { responseBytes: 8 * 1024 * 1024, bytesInFlight: 16 * 1024 * 1024 };
  const limits = { ...bytes, largeReadQueue: 4, largeReadWait: 60_000 };
  narrow = await startNode(demo, { limits });
  await demo.database.write('update posts set description = ? where id <= 200', [
    'x'.repeat(100_000),
  ]);
});
afterAll(async () => {
  await narrow?.close();
  await demo?.close();
});

async function get(url: string, as: DemoAccount = 'admin') {
  const headers = { authorization: `Bearer ${await demo.tokenOf(as)}` };
  const { statusCode, headers: received } = await narrow.inject({
    method: 'GET',
    url: `/api${url}`,
    headers,
  });
  return { status: statusCode, retryAfter: received['retry-after'] };
}

/** Several megabytes. */
const LARGE = '/posts?perPage=60&sort=id';
const TOO_LARGE = '/posts?perPage=100&sort=id';

describe('Large reads (C12)', () => {
  it('run in turn, and are rejected with Retry-After if too many wait', async () => {
    const [others, ...large] = await Promise.all([
      Promise.all(['/posts?perPage=5', '/users/1', '/roles'].map((url) => get(url, 'reader'))),
      ...Array.from({ length: 12 }, () => get(LARGE)),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    const served = large.filter(({ status }) => status === 200);
    const refused = large.filter(({ status }) => status !== 200);
    expect(served.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const each of refused) expect(each).toEqual({ status: 503, retryAfter: '2' });
  });

  it('release their slot when they are sent, when they fail, and through tools', async () => {
    const headers = {
      authorization: `Bearer ${await demo.tokenOf('admin')}`,
      accept: 'application/json, text/event-stream',
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await get(LARGE)).status).toBe(200);
      expect((await get(TOO_LARGE)).status).toBe(400);
      const params = { name: 'posts-index-tool', arguments: { perPage: 20, sort: 'id' } };
      const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      expect(
        (await narrow.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode,
      ).toBe(200);
    }
  });

  it('run in turn after a write, too, and roll it back if no slot is free', async () => {
    const patch = async () => {
      const headers = { authorization: `Bearer ${await demo.tokenOf('admin')}` };
      const url = '/api/users/1?include=posts&relatablePerPage=20';
      return narrow.inject({ method: 'PATCH', url, headers, payload: { age: 40 } });
    };
    await demo.database.write('update posts set user_id = 1 where id <= 60');
    const responses = await Promise.all(Array.from({ length: 6 }, patch));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(200);
    expect(new Set([200, 503, ...statuses]).size).toBe(2);
  });
});
