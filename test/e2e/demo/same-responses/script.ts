import { png } from '../../../support/images.js';
import type { DemoAccount } from '../../../support/demo-app.js';
import type { FormPart } from '../../../support/forms.js';

/**
 * One request of the script. `{name}` in its path or body is replaced by the value that an earlier
 * step kept under that name.
 */
export interface Step {
  readonly as: DemoAccount | null;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as JSON; a string is sent unchanged, as JSON too. */
  readonly body?: unknown;
  readonly form?: readonly FormPart[];
  /** Keeps the key of the stored record, or the match of the pattern in the response. */
  readonly keep?: string | readonly [name: string, pattern: RegExp];
}

type Kept = Step['keep'];
type Request = Pick<Step, 'method' | 'path' | 'body' | 'form'>;

const as =
  (account: DemoAccount | null) =>
  (method: Step['method'], path: string, body?: unknown, keep?: Kept): Step => ({
    as: account,
    method,
    path: `/api${path}`,
    ...(body !== undefined && { body }),
    ...(keep !== undefined && { keep }),
  });

const [admin, editor, author, reader, nobody] = [
  as('admin'),
  as('editor'),
  as('author'),
  as('reader'),
  as(null),
];

const sent = (
  account: DemoAccount,
  path: string,
  form: readonly FormPart[],
  keep?: Kept,
): Step => ({
  ...({ method: 'POST', path: `/api${path}`, form } satisfies Request),
  as: account,
  ...(keep !== undefined && { keep }),
});

const picture = (name: string): FormPart => ({ name, filename: 'picture.png', content: png() });
const field = (name: string, content: string): FormPart => ({ name, content });
const reads = (account: ReturnType<typeof as>, ...paths: readonly string[]) =>
  paths.map((path) => account('GET', path));

const reading: readonly Step[] = [
  ...reads(
    admin,
    '/users?perPage=2',
    '/users/1',
    '/posts/1',
    '/videos?perPage=1',
    '/images?perPage=2',
    '/phones?perPage=2',
  ),
  ...reads(
    admin,
    '/companies?perPage=2&sort=name',
    '/roles',
    '/tags?perPage=3',
    '/comments?perPage=2',
    '/action_logs?perPage=3',
  ),
  ...reads(
    admin,
    '/users?page=3&perPage=4&fields[users]=name,age',
    '/users?page[number]=2&page[size]=1',
    '/users?page=999',
  ),
  ...reads(
    admin,
    '/users?count=none&perPage=2&fields[users]=name',
    '/tags?cursor=&perPage=2',
    '/tags?cursor=&sort=label&perPage=2',
  ),
  ...reads(
    admin,
    '/users/1?include=company,phone,roles,image,stats,headline',
    '/users/1?include=posts[title].tags[label]&relatablePerPage=2',
  ),
  ...reads(
    admin,
    '/users?include=roles[name],posts[title]&perPage=2&relatablePerPage=1',
    '/posts/1?include=comments[comment].author[name]&relatablePerPage=2',
  ),
  ...reads(
    admin,
    '/posts?include=user.company.partners&perPage=1',
    '/tags/fiction?include=posts[title]&relatablePerPage=1',
    '/users/1?include=logs&relatablePerPage=2&more=true',
  ),
  ...reads(
    admin,
    '/users/1/posts?perPage=2&sort=title',
    '/users/1/roles',
    '/posts/1/tags',
    '/companies?include=logs,users[name]&perPage=1&relatablePerPage=1',
  ),
  ...reads(editor, '/posts?perPage=2', '/phones', '/users/2?include=phone'),
  ...reads(
    reader,
    '/posts?perPage=2&fields[posts]=title,status',
    '/users/3?include=posts[title,status]&relatablePerPage=3',
    '/phones',
    '/phones/1',
    '/profile',
    '/action_logs',
    '/profile?include=roles,posts',
  ),
  admin('HEAD', '/users/1'),
];

const querying: readonly Step[] = [
  ...reads(
    admin,
    '/posts?search=the&perPage=2&fields[posts]=title',
    '/posts?search=%25&fields[posts]=title',
    '/posts?search=_&perPage=2&fields[posts]=title',
    '/users?search=ÅSA&fields[users]=name',
    '/users?search=é&fields[users]=name&perPage=3',
  ),
  ...reads(
    admin,
    '/users?sort=age,-name&perPage=4&fields[users]=age,name',
    '/users?sort=-age&perPage=3&fields[users]=age',
    '/posts?sort=user.name,-title&perPage=3&fields[posts]=title',
    '/posts?sort=user.preferences-%3Etheme,title&perPage=3&fields[posts]=title',
    '/posts?sort=published_at&perPage=2&fields[posts]=published_at',
  ),
  ...reads(
    admin,
    '/posts?status=published,archived&perPage=2&fields[posts]=status',
    '/posts?-status=draft&perPage=1&fields[posts]=status',
    '/posts?published_at=null&perPage=1&fields[posts]=published_at',
    '/posts?created_at=2025-03-01,2025-03-31&perPage=2&fields[posts]=created_at',
    '/users?filter[age][gte]=30&filter[age][lt]=33&fields[users]=age&perPage=3',
  ),
  ...reads(
    admin,
    '/users?filter[name][like]=AN&perPage=3&fields[users]=name',
    '/users?filter[age][in]=20,30&perPage=3&fields[users]=age',
    '/users?-age=null&perPage=1&fields[users]=age',
    '/users?name=ann%20lee',
    '/users?name=Ann%20Lee%20',
  ),
  ...reads(
    admin,
    '/users?filters=[{"key":"min-posts","value":20}]&fields[users]=name',
    '/posts?filters=[{"key":"published-between","value":{"from":"2025-02-01","to":"2025-02-28"}}]&perPage=2&fields[posts]=published_at',
    '/users/filters',
    '/posts/filters',
    '/tags/filters',
  ),
  ...reads(
    admin,
    '/users/1?include=posts[title]&sort[posts]=-title&filter[posts][status]=published&relatablePerPage=3',
  ),
];

const refused: readonly Step[] = [
  ...reads(nobody, '/users', '/none', '/users/1/none', '/login'),
  ...reads(
    admin,
    '/none',
    '/users/none',
    '/users/0',
    '/users/01',
    '/users/999999',
    '/users/99999999999999999999',
    '/companies/1',
    '/users/1/nothing',
    '/users/1/headline',
    '/tags/none',
  ),
  ...reads(
    admin,
    '/users?include=rolls',
    '/users?include=roles.none',
    '/users?include=posts[none]',
    '/users?include=posts.comments.author.posts.comments.author',
    '/users?sort=password',
    '/users?sort=name&sort=age',
    '/users?none=1',
    '/users?perPage=101',
    '/users?page=0',
    '/users?page=x',
  ),
  ...reads(
    admin,
    '/users?filter[age][gte]=x',
    '/users?filter[password]=x',
    '/users?filters=[{',
    '/users?filters=[{"key":"min-posts","value":"x"}]',
    '/images?search=x',
    '/users?search=',
    '/users?cursor=x',
    '/users?cursor=&page=1',
    '/users?fields[users]=password',
    '/users?fields[none]=x',
  ),
  admin('DELETE', '/users'),
  admin('PATCH', '/login'),
  nobody('POST', '/login', { email: 'admin@example.com', password: 'wrong' }),
  nobody('POST', '/login', { email: 'suspended@example.com', password: 'password' }),
  nobody('POST', '/login', {}),
  admin('POST', '/posts', '{"title":'),
  admin('POST', '/posts', '[]'),
  admin('POST', '/posts', '{"__proto__":{"a":1}}'),
  reader('POST', '/roles', { name: 'x' }),
  reader('PATCH', '/posts/1', { title: 'x' }),
  reader('DELETE', '/users/1'),
];

const writing: readonly Step[] = [
  admin('POST', '/posts', { title: '', status: 'gone' }),
  admin('POST', '/users', { name: 1, email: 'no', age: 'x', password: 'short' }),
  admin('POST', '/users', { name: 'Ann', email: 'ADMIN@example.com', password: 'long enough' }),
  author(
    'POST',
    '/posts',
    { title: 'Über “all” 100%_\\ 🙂 ', status: 'draft', description: null, user_id: 1 },
    'post',
  ),
  author('PATCH', '/posts/{post}', {
    status: 'published',
    published_at: '2025-06-01T12:00:00+02:00',
  }),
  author('PUT', '/posts/{post}', { title: 'Whole', status: 'archived' }),
  author('PUT', '/posts/{post}', { status: 'archived' }),
  author('PATCH', '/posts/{post}?include=user[name],tags&fields[posts]=title', { title: 'a' }),
  author('PATCH', '/posts/{post}', { published_at: 'yesterday?' }),
  admin(
    'POST',
    '/users',
    {
      name: 'New',
      email: 'New@Example.com',
      password: 'long enough',
      preferences: { b: 1, a: [null, 1.5] },
    },
    'user',
  ),
  admin('PATCH', '/users/{user}', { age: 2_147_483_648 }),
  admin('PATCH', '/users/{user}', { age: 44, company_id: 'none' }),
  admin('PATCH', '/users/{user}', { age: 44, preferences: null }),
  admin('POST', '/companies', { name: 'Zed & Sons', country: 'NO' }, 'company'),
  admin('POST', '/companies', { name: 'Zed & Sons', country: 'XX' }),
  admin('PATCH', '/companies/{company}', { name: 'Zed ' }),
  admin('POST', '/tags', { id: 'new-tag', label: 'New tag' }, 'tag'),
  admin('POST', '/tags', { id: 'new-tag', label: 'Again' }),
  admin('POST', '/tags', { id: 'attach', label: 'Reserved' }),
  admin('PATCH', '/roles/1', { name: 'editor' }),
  author(
    'POST',
    '/comments',
    { comment: 'On it', commentable_type: 'posts', commentable_id: '1' },
    'comment',
  ),
  author('POST', '/comments', { comment: 'On it', commentable_type: 'users', commentable_id: 1 }),
  reader('PATCH', '/profile', { name: 'Rita S.' }),
  reader('PATCH', '/profile', { password: 'another one' }),
  admin('DELETE', '/users/3'),
  author('DELETE', '/comments/{comment}'),
  author('GET', '/comments/{comment}'),
];

const relations: readonly Step[] = [
  admin('POST', '/users/{user}/attach/roles', {
    roles: [1, { id: 2, policy: 'read', active: true }],
  }),
  admin('POST', '/users/{user}/attach/roles', { roles: [1] }),
  admin('POST', '/users/{user}/attach/roles', { roles: [999] }),
  admin('POST', '/users/{user}/attach/roles', { roles: [] }),
  admin('POST', '/users/{user}/attach/roles', { roles: [{ id: 3, policy: 'x' }] }),
  admin('PATCH', '/users/{user}/roles/2', { policy: 'own' }),
  admin('POST', '/users/{user}/sync/roles', { roles: [2, 3, { id: '4', policy: null }] }),
  admin('GET', '/users/{user}/roles?sort=name'),
  admin('POST', '/users/{user}/detach/roles', { roles: [2, 99] }),
  admin('POST', '/roles/8/sync/users', { users: [{ id: 1, policy: 'write' }] }),
  author('POST', '/posts/{post}/attach/tags', { tags: ['new-tag'], position: 3 }),
  author('POST', '/posts/{post}/attach/tags', { tags: ['New-Tag'] }),
  author('GET', '/posts/{post}?include=tags'),
  reader('POST', '/posts/1/attach/tags', { tags: ['new-tag'] }),
  admin('POST', '/companies/{company}/attach/tags', { tags: ['new-tag'] }),
  admin('POST', '/companies/{company}/attach/partners', { partners: ['{company}'] }),
  admin('POST', '/users/1/attach/posts', { posts: [1] }),
  admin('GET', '/tags/new-tag?include=posts[title],companies[name]'),
];

const actions: readonly Step[] = [
  ...reads(admin, '/posts/actions', '/users/actions', '/posts/1/actions'),
  ...reads(reader, '/posts/actions', '/users/actions'),
  author('POST', '/posts/actions?action=import-posts', { count: 3 }),
  author('POST', '/posts/actions?action=import-posts', { count: 'x' }),
  author('POST', '/posts/actions?action=publish-posts', { repositories: ['{post}', 999_999] }),
  admin('POST', '/posts/actions?action=publish-posts&status=draft&user_id=3', {
    repositories: 'all',
  }),
  reader('POST', '/posts/actions?action=publish-posts', { repositories: [1] }),
  admin('POST', '/posts/actions?action=publish-posts', { repositories: [] }),
  admin('POST', '/posts/actions?action=none', { repositories: [1] }),
  admin('POST', '/posts/actions', { repositories: [1] }),
  admin('POST', '/posts/1/actions?action=publish-post', { publish_at: '2001-01-01', note: 1 }),
  admin('POST', '/posts/1/actions?action=publish-post', { note: 'Now', notify: true }),
  admin('POST', '/users/actions?action=deactivate-users', { repositories: ['{user}'] }),
  admin('POST', '/users/{user}/actions?action=reactivate-user'),
  admin('POST', '/users/actions?action=deactivate-users', { repositories: [1] }),
  admin('POST', '/posts/actions?action=purge-posts', { repositories: ['{post}'] }),
  admin('GET', '/action_logs?perPage=12'),
  admin('GET', '/users/{user}?include=logs'),
];

const files: readonly Step[] = [
  sent('author', '/profile', [picture('avatar')], ['avatar', /"avatar":"([^"]+)"/]),
  { as: null, method: 'GET', path: '{avatar}' },
  sent('author', '/profile', [
    { name: 'avatar', filename: 'a.png', content: 'No picture at all.' },
  ]),
  author('PATCH', '/profile', { avatar: '/storage/users/3/another.png' }),
  author('PATCH', '/profile', { avatar: null }),
  { as: null, method: 'GET', path: '{avatar}' },
  sent(
    'admin',
    '/companies',
    [field('name', 'With logo'), field('country', ''), picture('logo')],
    'logoed',
  ),
  admin('POST', '/companies/{logoed}', { name: 'JSON' }),
  sent('admin', '/users/{user}', [field('age', '45'), field('preferences', '{"theme":"dark"}')]),
  admin('DELETE', '/companies/{logoed}'),
];

const leaving: readonly Step[] = [
  admin('DELETE', '/companies/{company}'),
  admin('DELETE', '/tags/new-tag'),
  admin('DELETE', '/users/{user}'),
  admin('GET', '/users/{user}'),
  admin('GET', '/action_logs?perPage=4&include=user'),
  reader('GET', '/tokens'),
  reader('DELETE', '/tokens/999'),
  reader('POST', '/logout'),
  reader('GET', '/profile'),
];

/** Requests about every feature, in this order, each on the state that the previous ones left. */
export const script: readonly Step[] = [
  ...reading,
  ...querying,
  ...refused,
  ...writing,
  ...relations,
  ...actions,
  ...files,
  ...leaving,
];
