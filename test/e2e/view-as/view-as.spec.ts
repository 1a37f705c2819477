import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DATABASE, RequestError, type Database } from '../../../src/index.js';
import { TestClient, type TestMethod } from '../../../src/tooling/testing/test-client.js';
import { contentOf } from '../../support/database-contents.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { LibraryApp } from '../../support/library-app/library-app.js';

let demo: DemoApp;
let node: NestFastifyApplication;
/** The keys of the accounts. */
const keyOf: Readonly<Record<DemoAccount, string>> = {
  admin: '1',
  editor: '2',
  author: '3',
  reader: '4',
};

beforeAll(async () => {
  demo = await startDemo();
  node = await startNode(demo, {
    viewAs: { can: (user, other) => user.is_admin && !other.is_admin },
    explain: { can: (user) => user.is_admin },
    cors: ['https://app.example.com'],
  });
});
afterAll(async () => {
  await node?.close();
  await demo?.close();
});

const clientOf = (as: DemoAccount, app = node): TestClient =>
  new TestClient({ app, database: app.get<Database>(DATABASE), prefix: '/api' }, async () => ({
    authorization: `Bearer ${await demo.tokenOf(as)}`,
  }));

/** A client of an account that reads as another one. */
const viewing = (as: DemoAccount, other: string): TestClient =>
  clientOf(as).with({ 'view-as': keyOf[other as DemoAccount] ?? other });

const views = async (): Promise<readonly unknown[]> =>
  demo.database.query(
    `select user_id, name, actionable_type, actionable_id, status, snapshot_id from action_logs where name = 'ViewedAs' order by id`,
  );

describe('A read with the header View-As (C2.9)', () => {
  it.each([
    '/profile',
    '/posts?include=user,tags&perPage=5',
    '/users/actions',
    '/_schema',
    '/tokens',
  ])('of %s returns what the other account receives (C2.9)', async (path) => {
    const own = await clientOf('reader').get(path);
    const viewed = await viewing('admin', 'reader').get(path);
    expect({ status: viewed.status, text: viewed.text }).toEqual({ status: 200, text: own.text });
    expect((await clientOf('admin').get(path)).text).not.toBe(own.text);
  });

  it('exports the rows that the other account sees (C2.9, C17.3)', async () => {
    const csv = { accept: 'text/csv' };
    const own = await clientOf('author').with(csv).get('/posts');
    const viewed = await viewing('admin', 'author').with(csv).get('/posts');
    expect(viewed.text).toMatch(/^id,/);
    expect(viewed.text).toBe(own.text);
  });

  it('names the header in Vary, also for reads without it (C2.9)', async () => {
    const [own, viewed] = [
      await clientOf('admin').get('/posts?perPage=1'),
      await viewing('admin', 'reader').send('HEAD', '/posts?perPage=1'),
    ];
    expect(String(own.headers.vary)).toContain('View-As');
    expect(viewed.status).toBe(200);
    expect(String(viewed.headers.vary)).toContain('View-As');
  });

  it('has the abilities of the other account only (C2.9)', async () => {
    const explained = await viewing('admin', 'reader').with({ prefer: 'explain' }).get('/posts');
    expect(explained.headers).not.toHaveProperty('preference-applied');
    expect(await clientOf('admin').with({ prefer: 'explain' }).get('/posts')).toMatchObject({
      headers: { 'preference-applied': 'explain' },
    });
  });

  it('writes nothing about the other account (C2.9)', async () => {
    await viewing('admin', 'editor').get('/posts?perPage=1');
    const { statements } = await viewing('admin', 'editor').get('/posts?perPage=1');
    expect(statements.filter((sql) => !/^\s*(select|with)/i.test(sql))).toEqual([]);
    const used = await demo.database.query('select last_used_at from tokens where user_id = ?', [
      '2',
    ]);
    expect(used.flat().filter((at) => at !== null)).toEqual([]);
  });

  it('is logged once per hour and pair, before the response (C2.9, C8.1)', async () => {
    await demo.database.write(`delete from action_logs where name = 'ViewedAs'`);
    const other = await startNode(demo, { viewAs: { can: (user) => user.is_admin } });
    const client = clientOf('admin', other).with({ 'user-agent': 'support/1' });
    await Promise.all(
      ['/profile', '/posts', '/users'].map((path) =>
        client.with({ 'view-as': keyOf.author }).get(path),
      ),
    );
    await client.with({ 'view-as': keyOf.reader }).get('/profile');
    await client.with({ 'view-as': keyOf.author }).get('/profile');
    await other.close();
    expect(await views()).toEqual([
      ['1', 'ViewedAs', 'users', '3', 'finished', null],
      ['1', 'ViewedAs', 'users', '4', 'finished', null],
    ]);
    const rows = await clientOf('admin').get<{ data: { attributes: { meta: object } }[] }>(
      '/action_logs?sort=-id&perPage=1',
    );
    expect(rows.body.data[0]!.attributes).toMatchObject({ name: 'ViewedAs', user_id: '1' });
  });

  it('reads nothing without its row in the log (C2.9)', async () => {
    const other = await startNode(demo, { viewAs: { can: () => true } });
    const admin = clientOf('admin', other).with({ 'view-as': keyOf.author });
    const database = other.get<Database>(DATABASE);
    const failing = jest
      .spyOn(database, 'transaction')
      .mockRejectedValueOnce(new RequestError('unavailable'));
    const refused = await admin.get('/profile');
    const again = await admin.get('/profile');
    failing.mockRestore();
    await other.close();
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(again.status).toBe(200);
  });

  it('is logged by a row for which there is nothing to revert (C2.9, C15.1)', async () => {
    await viewing('admin', 'author').get('/profile');
    const [[id] = []] = await demo.database.query(
      "select max(id) from action_logs where name = 'ViewedAs'",
    );
    const reverted = await clientOf('admin').post(`/action_logs/${String(id)}/revert`, {});
    expect(reverted).toMatchObject({ status: 200, body: { data: { affected: 0 } } });
  });

  it('counts for the rate of the caller (C2.9, C12)', async () => {
    const limited = await startNode(demo, {
      viewAs: { can: (user) => user.is_admin },
      rates: { userPerMinute: 2 },
    });
    const admin = clientOf('admin', limited).with({ 'view-as': keyOf.reader });
    const statuses = [];
    for (const path of ['/profile', '/profile', '/profile'])
      statuses.push((await admin.get(path)).status);
    statuses.push((await clientOf('reader', limited).get('/profile')).status);
    await limited.close();
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('is allowed to pages of the origins that CORS allows (C2.8, C2.9)', async () => {
    const { headers } = await node.inject({
      method: 'OPTIONS',
      url: '/api/posts',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'GET' },
    });
    expect(headers['access-control-allow-headers']).toContain('View-As');
  });
});

describe('The header View-As is refused (C2.9)', () => {
  const refused = {
    status: 403,
    body: { code: 'view_as_refused', message: 'You cannot view the API as this account.' },
  };

  it('for a caller that may not view as the account (C2.9)', async () => {
    expect(await viewing('editor', 'reader').get('/posts')).toMatchObject(refused);
    expect(await viewing('admin', 'admin').get('/posts')).toMatchObject(refused);
  });

  it.each(['999999', 'x', '01', '2, 3', '', '99999999999999999999'])(
    'for the key "%s", which no account has, like for a forbidden one (C2.9)',
    async (key) => {
      expect(await viewing('admin', key).get('/posts')).toMatchObject(refused);
    },
  );

  it('for an account that is suspended (C2.9)', async () => {
    await demo.database.write('update users set suspended_at = ? where id = 5', [new Date()]);
    expect(await viewing('admin', '5').get('/posts')).toMatchObject(refused);
    await demo.database.write('update users set suspended_at = null where id = 5', []);
    expect(await viewing('admin', '5').get('/posts')).toMatchObject({ status: 200 });
  });

  it.each<readonly [TestMethod, string]>([
    ['POST', '/posts'],
    ['PATCH', '/users/4'],
    ['PUT', '/profile'],
    ['DELETE', '/posts/1'],
    ['POST', '/users/actions?action=deactivate-users'],
    ['POST', '/logout'],
    ['POST', '/login'],
    ['POST', '/posts/bulk'],
    ['DELETE', '/posts/bulk/delete'],
    ['POST', '/users/4/attach/roles'],
    ['POST', '/action_logs/1/revert'],
    ['DELETE', '/tokens/1'],
    ['POST', '/posts/1/actions?action=publish-post'],
  ])('with %s %s, which changes nothing (C2.9)', async (method, path) => {
    const before = await demo.database.query('select count(*) from posts');
    const response = await viewing('admin', 'reader').send(method, path, {});
    expect(response).toMatchObject({ status: 403, body: { code: 'view_as_read_only' } });
    expect(await demo.database.query('select count(*) from posts')).toEqual(before);
    expect((await clientOf('admin').get('/profile')).status).toBe(200);
  });

  it('with every operation of the document that is not a read, before anything is written (C2.9)', async () => {
    const { body } = await node.inject('/docs/openapi.json');
    const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'get')
        .map((method) => [method.toUpperCase() as TestMethod, path] as const),
    );
    expect(operations.length).toBeGreaterThan(80);
    await viewing('admin', 'reader').get('/profile');
    const before = await contentOf(demo.database);
    const client = viewing('admin', 'reader');
    for (const [method, path] of operations) {
      const place = path.replace(/^\/api/, '').replace(/\{\w+\}/g, '1');
      const { status, body } = await client.send<{ code: string }>(method, place);
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'view_as_read_only']);
    }
    expect(await contentOf(demo.database)).toEqual(before);
  });

  it('with a promise, which is not a yes (C2.9)', async () => {
    const can = (() => Promise.resolve(true)) as never;
    const other = await startNode(demo, { viewAs: { can } });
    const response = await clientOf('admin', other).with({ 'view-as': '4' }).get('/profile');
    await other.close();
    expect(response).toMatchObject(refused);
  });

  it('from the request on at which the caller may not any more (C2.9)', async () => {
    let may = true;
    const other = await startNode(demo, { viewAs: { can: () => may } });
    const admin = clientOf('admin', other).with({ 'view-as': '4' });
    const before = await admin.get('/profile');
    may = false;
    const after = await admin.get('/profile');
    await other.close();
    expect([before.status, after]).toEqual([200, expect.objectContaining(refused)]);
  });

  it('by tools (C2.9, C11.2)', async () => {
    const headers = { authorization: `Bearer ${await demo.tokenOf('admin')}`, 'view-as': '4' };
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { statusCode } = await node.inject({ method: 'POST', url: '/mcp', headers, payload });
    expect(statusCode).toBe(403);
  });

  it('without a token, which is 401 as usual (C2.9)', async () => {
    const { statusCode } = await node.inject({ url: '/api/posts', headers: { 'view-as': '4' } });
    expect(statusCode).toBe(401);
  });

  it('by a deployment without the option, for every method (C2.9)', async () => {
    const library = await LibraryApp.start();
    for (const method of ['GET', 'POST'] as const) {
      const client = library.client('librarian').with({ 'view-as': '1' });
      expect(await client.send(method, '/writers')).toMatchObject({
        status: 400,
        body: {
          code: 'malformed_request',
          errors: { 'View-As': ['This service does not support the header. Remove it.'] },
        },
      });
    }
    await library.stop();
  });
});
