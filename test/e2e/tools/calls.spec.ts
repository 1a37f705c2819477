import {
  startDemo,
  type DemoAccount,
  type DemoApp,
  type DemoRequest,
} from '../../support/demo-app.js';
import { Agent, withoutTimes } from './agent.js';

let http: DemoApp;
let tools: DemoApp;
beforeAll(async () => {
  [http, tools] = await Promise.all([startDemo(), startDemo()]);
  await Promise.all([rememberSeed(http), rememberSeed(tools)]);
});
afterAll(() => Promise.all([http?.close(), tools?.close()]));

type Step = readonly [
  as: DemoAccount,
  path: string,
  request: DemoRequest,
  tool: string,
  args: object,
];

/** The same script twice, on two databases with the same seed: by HTTP, and by tools. */
const script: readonly Step[] = [
  [
    'reader',
    '/profile?include=roles,company',
    {},
    'users-profile-tool',
    { include: 'roles,company' },
  ],
  [
    'reader',
    '/posts?perPage=3&sort=-title&include=user[name],tags',
    {},
    'posts-index-tool',
    { perPage: 3, sort: '-title', include: ['user[name]', 'tags'] },
  ],
  [
    'reader',
    '/posts?status=published,archived&search=notes&perPage=2',
    {},
    'posts-index-tool',
    { status: ['published', 'archived'], search: 'notes', perPage: '2' },
  ],
  [
    'reader',
    '/posts?filter[user_id][in]=1,2&perPage=2&count=none',
    {},
    'posts-index-tool',
    { filter: { user_id: { in: [1, 2] } }, perPage: 2, count: 'none' },
  ],
  [
    'reader',
    '/users?filters=[{"key":"min-posts","value":20}]&fields[users]=name',
    {},
    'users-index-tool',
    { filters: [{ key: 'min-posts', value: 20 }], fields: 'name' },
  ],
  ['reader', '/posts?cursor=&perPage=2', {}, 'posts-index-tool', { cursor: '', perPage: 2 }],
  [
    'reader',
    '/posts?-published_at=null&perPage=2',
    {},
    'posts-index-tool',
    { '-published_at': null, perPage: 2 },
  ],
  [
    'reader',
    '/users/1?include=posts&relatablePerPage=2&sort[posts]=title',
    {},
    'users-show-tool',
    { id: 1, include: 'posts', relatablePerPage: 2, sort: { posts: 'title' } },
  ],
  ['reader', '/posts/1?include=rolls', {}, 'posts-show-tool', { id: '1', include: 'rolls' }],
  ['reader', '/posts?page=0', {}, 'posts-index-tool', { page: 0 }],
  ['reader', '/posts/1abc', {}, 'posts-show-tool', { id: '1abc' }],
  ['reader', '/posts/999999', {}, 'posts-show-tool', { id: 999999 }],
  ['author', '/posts', { method: 'POST', body: {} }, 'posts-store-tool', {}],
  [
    'author',
    '/posts?include=user',
    { method: 'POST', body: { title: 'By an agent', status: 'draft', user_id: 1 } },
    'posts-store-tool',
    { title: 'By an agent', status: 'draft', include: 'user' },
  ],
  [
    'author',
    '/posts/2001',
    { method: 'PATCH', body: { status: 'published' } },
    'posts-update-tool',
    { id: 2001, status: 'published' },
  ],
  [
    'editor',
    '/posts/3?related=user,comments&relatablePerPage=2&fields[posts]=title&more=true&sort[comments]=-created_at&filter[comments][id][gt]=1',
    { method: 'PATCH', body: {} },
    'posts-update-tool',
    {
      id: 3,
      related: 'user,comments',
      relatablePerPage: 2,
      fields: 'title',
      more: true,
      sort: { comments: '-created_at' },
      filter: { comments: { id: { gt: 1 } } },
    },
  ],
  [
    'reader',
    '/users/2?include=posts.comments&sort[posts]=title&sort[posts.comments]=-created_at&relatablePerPage=1',
    {},
    'users-show-tool',
    {
      id: 2,
      include: 'posts.comments',
      sort: { posts: 'title', 'posts.comments': '-created_at' },
      relatablePerPage: 1,
    },
  ],
  [
    'author',
    '/posts/2001',
    { method: 'PATCH', body: { title: '' } },
    'posts-update-tool',
    { id: 2001, title: '' },
  ],
  [
    'reader',
    '/posts/1',
    { method: 'PATCH', body: { title: 'Mine' } },
    'posts-update-tool',
    { id: 1, title: 'Mine' },
  ],
  [
    'author',
    '/posts/2001/attach/tags',
    { method: 'POST', body: { tags: [] } },
    'posts-attach-tool',
    { id: 2001, relation: 'tags', tags: [] },
  ],
  [
    'author',
    '/posts/2001/attach/tags',
    { method: 'POST', body: { tags: ['no-such-tag'] } },
    'posts-attach-tool',
    { id: 2001, relation: 'tags', tags: ['no-such-tag'] },
  ],
  [
    'reader',
    '/posts/1/attach/tags',
    { method: 'POST', body: { tags: ['no-such-tag'] } },
    'posts-attach-tool',
    { id: 1, tags: ['no-such-tag'] },
  ],
  [
    'admin',
    '/users/4/attach/roles',
    { method: 'POST', body: { roles: [1, { id: 2, policy: 'own' }], policy: 'read' } },
    'users-attach-tool',
    { id: 4, relation: 'roles', roles: '[1, {"id": 2, "policy": "own"}]', policy: 'read' },
  ],
  [
    'admin',
    '/users/4/attach/roles',
    { method: 'POST', body: { roles: [1] } },
    'users-attach-tool',
    { id: 4, relation: 'roles', roles: [1] },
  ],
  [
    'admin',
    '/users/4/sync/roles',
    { method: 'POST', body: { roles: [3] } },
    'users-sync-tool',
    { id: 4, relation: 'roles', roles: [3] },
  ],
  [
    'admin',
    '/users/4/detach/roles',
    { method: 'POST', body: { roles: [3] } },
    'users-detach-tool',
    { id: 4, relation: 'roles', roles: [3] },
  ],
  [
    'admin',
    '/users/4/sync/posts',
    { method: 'POST', body: { roles: [3] } },
    'users-sync-tool',
    { id: 4, relation: 'posts', roles: [3] },
  ],
  [
    'author',
    '/posts/2001/actions?action=publish-post',
    { method: 'POST', body: { notify: 'perhaps' } },
    'posts-publish-post-action-tool',
    { id: 2001, notify: 'perhaps' },
  ],
  [
    'author',
    '/posts/2001/actions?action=publish-post',
    { method: 'POST', body: { note: 'Go.', notify: true, publish_at: '2999-01-01T00:00:00Z' } },
    'posts-publish-post-action-tool',
    { id: 2001, note: 'Go.', notify: 'true', publish_at: '2999-01-01T00:00:00Z' },
  ],
  [
    'author',
    '/posts/actions?action=publish-posts',
    { method: 'POST', body: {} },
    'posts-publish-posts-action-tool',
    {},
  ],
  [
    'reader',
    '/posts/actions?action=publish-posts',
    { method: 'POST', body: { repositories: [1] } },
    'posts-publish-posts-action-tool',
    { repositories: [1] },
  ],
  [
    'admin',
    '/posts/actions?action=publish-posts&status=draft&search=notes',
    { method: 'POST', body: { repositories: 'all' } },
    'posts-publish-posts-action-tool',
    { repositories: 'all', query: { status: 'draft', search: 'notes' } },
  ],
  [
    'author',
    '/posts/actions?action=import-posts',
    { method: 'POST', body: { count: 501 } },
    'posts-import-posts-action-tool',
    { count: 501 },
  ],
  [
    'author',
    '/posts/actions?action=import-posts',
    { method: 'POST', body: { count: 2 } },
    'posts-import-posts-action-tool',
    { count: '2' },
  ],
  [
    'admin',
    '/users/actions?action=deactivate-users',
    { method: 'POST', body: { repositories: [1, 6] } },
    'users-deactivate-users-action-tool',
    { repositories: [1, 6] },
  ],
  [
    'admin',
    '/users/7/actions?action=deactivate-users',
    { method: 'POST', body: {} },
    'users-deactivate-users-action-tool',
    { id: 7 },
  ],
  [
    'admin',
    '/users/7/actions?action=reactivate-user',
    { method: 'POST', body: {} },
    'users-reactivate-user-action-tool',
    { id: 7 },
  ],
  ['reader', '/posts/1', { method: 'DELETE' }, 'posts-delete-tool', { id: 1 }],
  ['author', '/posts/2001', { method: 'DELETE' }, 'posts-delete-tool', { id: '2001' }],
  ['author', '/posts/2001', { method: 'DELETE' }, 'posts-delete-tool', { id: '2001' }],
  ['admin', '/users/1', { method: 'DELETE' }, 'users-delete-tool', { id: 1 }],
];

describe('A tool and HTTP', () => {
  it.each(
    script.map((step) => [`${step[0]}: ${step[3]} ${JSON.stringify(step[4])}`, step] as const),
  )(
    'allow, respond and reject alike, %s (C11.2, C11.3, C11.4)',
    async (_title, [as, path, request, tool, args]) => {
      const response = await http.send(path, { ...request, as });
      const result = await new Agent(tools, as).call(tool, args);
      expect([response.status, result.isError ?? false]).toEqual([
        response.status,
        response.status >= 400,
      ]);
      expect(withoutLinks(result.structuredContent)).toEqual(withoutLinks(response.body ?? {}));
      expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
    },
  );

  it('leave the same rows in the log, with the channel beside them (C8.3)', async () => {
    const [byHttp, byTools] = await Promise.all([rowsOf(http), rowsOf(tools)]);
    expect(byTools.map(({ row }) => row)).toEqual(byHttp.map(({ row }) => row));
    expect(byTools.length).toBeGreaterThan(10);
    expect(new Set(byTools.map(({ channel }) => channel))).toEqual(new Set(['mcp']));
    expect(new Set(byHttp.map(({ channel }) => channel))).toEqual(new Set(['http']));
  });
});

const lastSeeded = new Map<DemoApp, unknown>();

async function rememberSeed(demo: DemoApp): Promise<void> {
  const [row] = await demo.database.query('select max(id) from action_logs', []);
  lastSeeded.set(demo, row?.[0] ?? 0);
}

/** The rows of the log after the script. */
async function rowsOf(demo: DemoApp) {
  const text =
    'select name, actionable_type, status, meta from action_logs where id > ? order by id';
  const rows = await demo.database.query(text, [lastSeeded.get(demo)]);
  return rows.map(([name, type, status, meta]) => {
    const { channel } = (typeof meta === 'string' ? JSON.parse(meta) : meta) as { channel: string };
    return { row: [name, type, status], channel };
  });
}

/** A link contains the same beside the sent query, whose parameters may be in another order. */
const withoutLinks = (value: unknown): unknown => withoutTimes(withoutQuery(value));

function withoutQuery(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('links' in value)) return value;
  const links = Object.entries(value.links as Record<string, string | null>).map(([name, link]) => {
    const [path, query = ''] = (link ?? '').split('?');
    return [name, path, [...new URLSearchParams(query)].sort()];
  });
  return { ...value, links };
}
