import { deployment } from '../../../demo/deployment.js';
import { seedDemo } from '../../../demo/seed/seed-demo.js';
import { DATABASE, readEnvironment, type Database } from '../../../src/index.js';
import {
  createTestApplication,
  type TestApplication,
  type TestClient,
} from '../../../src/tooling/testing/index.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { patientLimits } from '../../support/patient-limits.js';
import { runCommand } from '../../support/run-command.js';

jest.mock('../../../src/addons/index.js', () => ({ addons: [] }));

interface Item {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
interface Page {
  readonly data: readonly Item[];
  readonly meta: { readonly total: number };
}
interface Related {
  readonly relationships: { readonly logs: readonly Item[] };
}
interface One {
  readonly data: Item;
}

describe('The core without any addon (issue 36, 2)', () => {
  let place: DatabaseUnderTest;
  let test: TestApplication;
  let admin: TestClient;

  beforeAll(async () => {
    place = await databaseUnderTest();
    const { modules, options } = deployment(readEnvironment({ DATABASE_URL: place.url }));
    const { storage: _storage, database: _database, ...others } = options;
    test = await createTestApplication({
      modules,
      database: place.url,
      options: { ...others, logLevel: 'silent', limits: { ...others.limits, ...patientLimits } },
    });
    await seedDemo(test.app.get<Database>(DATABASE, { strict: false }));
    admin = test.as('admin@example.com');
  });
  afterAll(async () => {
    await test.close();
    await place.dispose();
  });

  const newPost = async () =>
    (await admin.post<One>('/posts', { title: 'A new post', status: 'draft' })).body.data;

  it('does without the tables of addons', async () => {
    const names = test.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect(names).toEqual(expect.arrayContaining(['action_logs', 'tokens', 'posts']));
    expect(names.filter((name) => /secret|idempotency/.test(name))).toEqual([]);
  });

  it('signs in', async () => {
    const login = { email: 'reader@example.com', password: 'password' };
    const { status, body } = await test.anonymous.post<object>('/login', login);
    expect([status, body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' })]);
    expect((await test.anonymous.get('/posts')).status).toBe(401);
  });

  it('reads pages and records with relations, without versions', async () => {
    const { status, body } = await admin.get<Page>('/users?include=posts&perPage=2');
    expect([status, body.data.length, body.meta.total > 2]).toEqual([200, 2, true]);
    const one = await admin.get<One>(`/users/${body.data[0]!.id}?include=roles`);
    expect([one.status, one.headers.etag]).toEqual([200, undefined]);
  });

  it('writes one record and many', async () => {
    const { id } = await newPost();
    const patched = await admin.patch<One>(`/posts/${id}`, { title: 'Another title' });
    expect(patched.body.data.attributes.title).toBe('Another title');
    expect((await admin.delete(`/posts/${id}`)).status).toBe(204);
    expect((await admin.get(`/posts/${id}`)).status).toBe(404);
    const post = { title: 'One of two', status: 'draft' };
    expect((await admin.post<Page>('/posts/bulk', [post, post])).body.data).toHaveLength(2);
  });

  it('ignores the headers of safe writes', async () => {
    const { id } = await newPost();
    const guarded = admin.with({ 'if-match': 'W/"other"', 'idempotency-key': 'k' });
    expect((await guarded.patch(`/posts/${id}`, { title: 'A title' })).status).toBe(200);
    const again = await guarded.patch<One>(`/posts/${id}`, { title: 'A later title' });
    expect(again.body.data.attributes.title).toBe('A later title');
    expect((await guarded.delete(`/posts/${id}`)).status).toBe(204);
    expect((await guarded.delete(`/posts/${id}`)).status).toBe(404);
  });

  it('attaches, detaches and syncs', async () => {
    const roles = (await admin.get<Page>('/roles')).body.data.map(({ id }) => id);
    const synced = await admin.post('/users/4/sync/roles', { roles: [roles[0]] });
    const attached = await admin.post('/users/4/attach/roles', { roles: [roles[1]] });
    const detached = await admin.post('/users/4/detach/roles', { roles: [roles[0]] });
    expect([synced.status, attached.status, detached.status]).toEqual([200, 201, 204]);
  });

  it('lists and runs actions', async () => {
    const { id } = await newPost();
    const listed = await admin.get<{ data: { uriKey: string }[] }>(`/posts/${id}/actions`);
    const names = listed.body.data.map(({ uriKey }) => uriKey);
    expect(names).toContain('publish-post');
    expect((await admin.post(`/posts/${id}/actions?action=publish-post`)).status).toBe(200);
  });

  it('logs', async () => {
    const { id } = await newPost();
    const { body } = await admin.get<{ data: Related }>(`/posts/${id}?include=logs`);
    expect(body.data.relationships.logs.map(({ attributes }) => attributes.name)).toEqual([
      'Stored',
    ]);
  });

  it('shows and changes the profile', async () => {
    expect((await admin.get<One>('/profile')).status).toBe(200);
    expect((await admin.patch('/profile', { name: 'Another name' })).status).toBe(200);
  });

  it('has no OpenAPI document to print, and reports which addon is missing', async () => {
    const { code, stderr } = await runCommand(['openapi'], {
      load: async () => deployment as never,
    });
    expect([code, stderr]).toEqual([
      1,
      'The OpenAPI document needs the addon "reference", which is missing or switched off by the option `reference: false`.\n',
    ]);
  });

  it.each(['/docs', '/docs/openapi.json', '/metrics', '/mcp', '/api/_schema/posts'])(
    'has no %s',
    async (url) => {
      const headers = await test.headersOf('admin@example.com');
      expect((await test.app.inject({ url, headers })).statusCode).toBe(404);
    },
  );
});
