import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { Agent, type CallResult } from './agent.js';

let demo: DemoApp;
let agent: Agent;
beforeAll(async () => {
  demo = await startDemo();
  agent = new Agent(demo, 'admin');
});
afterAll(() => demo?.close());

describe('Arguments', () => {
  it('may be strings that represent other values, only for tools (mcp)', async () => {
    const { structuredContent } = await agent.call('posts-import-posts-action-tool', {
      count: '3',
    });
    expect(structuredContent).toMatchObject({ stored: 3 });
    const listed = await agent.call('posts-publish-posts-action-tool', { repositories: '[1, 2]' });
    expect([listed.isError, listed.structuredContent.chunks]).toEqual([undefined, 1]);
    const overHttp = await demo.send('/posts/actions?action=publish-posts', {
      method: 'POST',
      body: { repositories: '[1, 2]' },
    });
    expect(overHttp.status).toBe(422);
  });

  it("are read by the filters' own rules, and described by them (mcp)", async () => {
    const [tool] = (await agent.tools()).filter(({ name }) => name === 'users-index-tool');
    const { properties } = tool!.inputSchema.properties.filters.items;
    expect(properties).toEqual({
      key: { type: 'string', enum: ['min-posts'] },
      value: expect.objectContaining({ type: 'integer' }),
    });
    const filtered = async (value: unknown) =>
      (
        await agent.call('users-index-tool', {
          filters: [{ key: 'min-posts', value }],
          fields: 'name',
        })
      ).structuredContent.data;
    expect(await filtered('20')).toEqual(await filtered(20));
  });

  it('stay strings where strings are expected (mcp)', async () => {
    const { structuredContent } = await agent.call('posts-store-tool', {
      title: '17',
      status: 'draft',
    });
    expect(structuredContent.data.attributes.title).toBe('17');
  });

  it.each([
    ['posts-index-tool', { include: {} }, 'validation_failed'],
    ['posts-index-tool', { include: { user: true } }, 'validation_failed'],
    ['posts-index-tool', { include: [{}] }, 'invalid_query'],
    ['posts-index-tool', { related: {} }, 'validation_failed'],
    ['posts-index-tool', { fields: {} }, 'validation_failed'],
    ['posts-index-tool', { search: {} }, 'validation_failed'],
    ['posts-index-tool', { search: ['a', 'b'] }, 'invalid_query'],
    ['posts-index-tool', { page: {} }, 'validation_failed'],
    ['posts-index-tool', { page: { number: 2 } }, 'validation_failed'],
    ['posts-index-tool', { page: [1, 2] }, 'invalid_query'],
    ['posts-index-tool', { perPage: {} }, 'validation_failed'],
    ['posts-index-tool', { cursor: {} }, 'validation_failed'],
    ['posts-index-tool', { count: {} }, 'validation_failed'],
    ['posts-index-tool', { more: {} }, 'validation_failed'],
    ['posts-index-tool', { more: 'perhaps' }, 'invalid_query'],
    ['posts-index-tool', { relatablePerPage: {} }, 'validation_failed'],
    ['posts-index-tool', { sort: { comments: {} }, include: 'comments' }, 'invalid_query'],
    ['posts-index-tool', { sort: { comments: { a: {} } }, include: 'comments' }, 'invalid_query'],
    ['posts-index-tool', { status: {} }, 'validation_failed'],
    ['posts-index-tool', { status: { in: ['draft'] } }, 'validation_failed'],
    ['posts-index-tool', { status: ['draft,published', 'archived'] }, 'invalid_query'],
    ['posts-index-tool', { filter: { status: {} } }, 'invalid_query'],
    ['posts-index-tool', { filter: { user_id: { in: {} } } }, 'invalid_query'],
    ['posts-index-tool', { filter: { user_id: { in: [{}] } } }, 'invalid_query'],
    ['posts-index-tool', { filter: { title: { like: ['a', 'b'] } } }, 'invalid_query'],
    ['posts-index-tool', { filters: {} }, 'validation_failed'],
    ['posts-store-tool', { title: 'x', status: 'draft', include: {} }, 'validation_failed'],
    ['users-profile-tool', { include: {} }, 'validation_failed'],
    [
      'posts-publish-posts-action-tool',
      { repositories: 'all', query: { status: {} } },
      'validation_failed',
    ],
    [
      'posts-publish-posts-action-tool',
      { repositories: 'all', query: { search: {} } },
      'validation_failed',
    ],
    [
      'posts-publish-posts-action-tool',
      { repositories: 'all', query: { filter: { status: {} } } },
      'invalid_query',
    ],
    ['posts-publish-posts-action-tool', { repositories: {} }, 'validation_failed'],
    ['users-attach-tool', { id: 4, relation: {}, roles: [1] }, 'validation_failed'],
    ['users-attach-tool', { id: 4, relation: 'roles', roles: {} }, 'validation_failed'],
    ['posts-show-tool', {}, 'validation_failed'],
    ['posts-show-tool', { id: null }, 'validation_failed'],
    ['posts-show-tool', { id: {} }, 'validation_failed'],
    ['posts-show-tool', { id: [1] }, 'validation_failed'],
    ['posts-show-tool', { id: 1.5 }, 'validation_failed'],
    ['posts-show-tool', { id: '' }, 'not_found'],
    ['posts-show-tool', { id: '1/../2' }, 'not_found'],
    ['tags-show-tool', { id: 5 }, 'not_found'],
    ['tags-show-tool', { id: 'a\u0000b' }, 'not_found'],
    ['tags-show-tool', { id: '\ud800' }, 'not_found'],
    ['posts-index-tool', { search: '\ud800' }, 'invalid_query'],
    ['posts-index-tool', { search: 'a\u0000' }, 'invalid_query'],
    ['posts-index-tool', { '\ud800': 1 }, 'validation_failed'],
    ['posts-index-tool', { search: 'x'.repeat(201) }, 'invalid_query'],
    ['posts-index-tool', { search: 'x'.repeat(9000) }, 'uri_too_long'],
    ['posts-index-tool', { include: 'user.posts.user.posts.user.posts' }, 'invalid_query'],
    ['posts-index-tool', { sort: 'title; drop table posts' }, 'invalid_query'],
    ['posts-index-tool', { filter: { password: 'x' } }, 'invalid_query'],
    ['posts-index-tool', { filters: [{ key: 'nothing', value: 1 }] }, 'invalid_query'],
    ['posts-index-tool', { filters: 'nonsense' }, 'invalid_query'],
    ['posts-index-tool', { action: 'purge-posts' }, 'validation_failed'],
    ['posts-index-tool', { 'fields[posts]': 'title' }, 'validation_failed'],
    [
      'posts-index-tool',
      { filters: [{ key: 'published-between', values: {} }] },
      'validation_failed',
    ],
    ['posts-store-tool', { title: 'a\u0000b', status: 'draft' }, 'validation_failed'],
    ['posts-store-tool', { title: ['x'], status: { a: 1 } }, 'validation_failed'],
    ['posts-delete-tool', { id: 1, force: true }, 'validation_failed'],
    ['posts-store-tool', { titel: 'x', status: 'draft' }, 'validation_failed'],
    ['users-attach-tool', { id: 4 }, 'validation_failed'],
    ['users-attach-tool', { id: 4, relation: 'posts', posts: [1] }, 'validation_failed'],
    ['users-attach-tool', { id: 4, relation: 'posts', roles: [1] }, 'not_found'],
    [
      'users-attach-tool',
      { id: 4, relation: 'roles', roles: [{ id: 1, polizy: 'own' }] },
      'validation_failed',
    ],
    ['users-attach-tool', { id: 4, relation: '__proto__' }, 'not_found'],
    ['users-attach-tool', { id: 4, relation: 'roles', roles: 'all' }, 'validation_failed'],
    ['posts-publish-posts-action-tool', { repositories: { 0: 1 } }, 'validation_failed'],
    [
      'posts-publish-posts-action-tool',
      { repositories: 'all', query: 'status=draft' },
      'validation_failed',
    ],
    [
      'posts-publish-posts-action-tool',
      { repositories: [1], query: { action: 'purge-posts', page: 2 } },
      'validation_failed',
    ],
    ['users-deactivate-users-action-tool', {}, 'validation_failed'],
    ['users-deactivate-users-action-tool', { id: 4, repositories: [5] }, 'validation_failed'],
    ['users-deactivate-users-action-tool', { id: null, repositories: null }, 'validation_failed'],
    ['users-index-tool', { filters: [{ key: 'min-posts', value: 'many' }] }, 'validation_failed'],
    [
      'users-index-tool',
      { filters: [{ key: 'min-posts', value: 2, more: 1 }] },
      'validation_failed',
    ],
  ])(
    'are rejected by %s if they are %j, with how to repair the call (C9)',
    async (name, args, code) => {
      const result = await agent.call(name, args);
      expect([result.isError, result.structuredContent.code]).toEqual([true, code]);
      expect(result.content).toHaveLength(2);
      expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
    },
  );

  it.each([
    [
      'posts-store-tool',
      { titel: 'x' },
      'titel',
      'There is no argument "titel". Did you mean "title"? Allowed: fields,',
    ],
    [
      'users-attach-tool',
      { id: 4, roles: [2, { id: 1, polizy: 'own' }] },
      'roles.1.polizy',
      'There is no argument "polizy". Did you mean "policy"? Allowed: policy, active, id.',
    ],
    [
      'posts-show-tool',
      { id: 1, [`${'x'.repeat(99)}\0`]: 1 },
      `${'x'.repeat(40)}…`,
      `There is no argument "${'x'.repeat(40)}…"`,
    ],
  ])(
    'are rejected with the listed ones if %s does not list their name: %j (mcp)',
    async (name, args, path, message) => {
      const { structuredContent } = await agent.call(name, args);
      expect(structuredContent.errors[path]?.[0]).toContain(message);
    },
  );

  it('are rejected if they are an object where none is allowed, with what is allowed (C5.2)', async () => {
    const { structuredContent } = await agent.call('posts-index-tool', { include: {}, perPage: 2 });
    const [text] = structuredContent.errors.include as string[];
    expect(text).toMatch(
      /^The argument "include" must be of type string; an object was sent\. Relations to load/,
    );
    expect(text).toContain('user,comments,tags,image,logs');
    const { errors } = (await agent.call('posts-index-tool', { filter: { status: {} } }))
      .structuredContent;
    expect(errors['filter[status]']).toEqual([
      'An empty object is not allowed. Send a value, or omit the argument.',
    ]);
  });

  it('mean the same as absent ones if they are empty lists or empty objects (C5.2)', async () => {
    const empty = { include: [], filter: {}, sort: {}, filters: [], search: null, perPage: 2 };
    const { structuredContent } = await agent.call('posts-index-tool', empty);
    const { data } = (await agent.call('posts-index-tool', { perPage: 2 })).structuredContent;
    expect(structuredContent.data).toEqual(data);
  });

  it('may contain inputs that depend on the record (C4.2)', async () => {
    const own = new Agent(demo, 'reader');
    const { id } = (await own.call('users-profile-tool')).structuredContent;
    const changed = await own.call('users-update-tool', {
      id,
      password: 'a new one',
      current_password: 'wrong',
    });
    expect(changed.structuredContent.errors).toEqual({
      current_password: ['The password is incorrect.'],
    });
  });

  it('cannot name another action in the query of one (C6.2)', async () => {
    const result = await agent.call('posts-publish-posts-action-tool', {
      repositories: [1],
      query: { action: 'purge-posts' },
    });
    expect(result.structuredContent).not.toMatchObject({ code: 'server_error' });
    expect((await demo.get('/posts/1')).status).toBe(200);
  });
});

describe('A result', () => {
  const records = (result: CallResult) =>
    result.structuredContent.data as { relationships: Record<string, unknown[]> }[];

  it('omits related records if it is too long, with their number and what narrows it (mcp)', async () => {
    const result = await agent.call('users-index-tool', {
      include: 'posts',
      perPage: 50,
      relatablePerPage: 100,
    });
    expect(result.content[0]!.text.length).toBeLessThanOrEqual(40_000);
    expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
    expect(records(result)).toHaveLength(50);
    expect(result.content).toHaveLength(3);
    expect(result.content[2]!.text).toMatch(
      /relationships\.posts shows at most \d+ of up to \d+ entries.*"relatablePerPage"/,
    );
  });

  it('omits records if it is too long without its relations (mcp)', async () => {
    const result = await agent.call('posts-index-tool', { perPage: 100 });
    expect(records(result).length).toBeGreaterThan(0);
    expect(records(result).length).toBeLessThan(100);
    expect(result.content[2]!.text).toMatch(
      /: data shows at most \d+ of up to 100 entries.*"perPage"/,
    );
  });

  it('has an item of its own that marks records as data (C11.3)', async () => {
    const { content } = await agent.call('users-profile-tool');
    expect(content).toHaveLength(2);
    expect(content[1]!.text).toMatch(/records: data/);
  });
});
