/**
 * What the compiler knows of the requests of a client, and what it refuses; `npm run typecheck` and
 * `compile.slow.spec.ts` run it.
 */
import {
  isApiError,
  type CursorPage,
  type DryRun,
  type NumberedPage,
  type ActionRunStatus,
} from 'resource-api/client';
import { createApi, type Resources } from '../../../../demo/client/api.js';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_T extends true>(): void => {};

const api = createApi({ url: 'http://127.0.0.1:3000', token: () => Promise.resolve('token') });

export async function reads(): Promise<void> {
  const whole = await api.posts.show(1);
  holds<Equal<typeof whole.type, 'posts'>>();
  holds<Equal<typeof whole.attributes, Resources['posts']['attributes']>>();
  holds<Equal<typeof whole.attributes.status, 'draft' | 'published' | 'archived'>>();
  // @ts-expect-error no relation was included
  void whole.relationships;

  const page = await api.posts.index({
    fields: ['title', 'id'],
    include: { comments: { fields: ['comment'] }, user: true, tags: true, logs: {} },
    filter: { status: 'published', created_at: { gte: new Date(0) }, title: { like: 'a' } },
    sort: ['-published_at', 'user.name'],
    search: 'archives',
    perPage: 5,
  });
  holds<Equal<typeof page.meta, NumberedPage<unknown>['meta']>>();
  const post = page.data[0]!;
  holds<Equal<typeof post.attributes, { readonly title: string }>>();
  const { comments, user, tags, logs } = post.relationships;
  holds<Equal<(typeof comments)[number]['attributes'], { readonly comment: string }>>();
  holds<Equal<typeof user extends null ? true : false, false>>();
  void user?.attributes.name;
  // @ts-expect-error a to-one relation can be null
  void user.attributes;
  holds<Equal<(typeof tags)[number]['pivots'], { readonly position: number | null }>>();
  // @ts-expect-error comments have no pivots
  void comments[0]?.pivots;
  // @ts-expect-error related records of lists have no flags
  void comments[0]?.meta;
  void post.meta.authorizedToUpdate;
  void logs[0]?.attributes.changes;
  // @ts-expect-error this attribute was not selected
  void post.attributes.status;
  // @ts-expect-error this relation was not included
  void post.relationships.image;

  await api.posts.index({ search: undefined, filter: { title: undefined }, include: undefined });
  const nested = await api.users.show('1', {
    include: {
      posts: { fields: ['title'], sort: '-title', include: { comments: true } },
      stats: true,
    },
    relatablePerPage: 3,
  });
  const first = nested.relationships.posts[0]!;
  void first.meta.authorizedToShow;
  void first.relationships.comments[0]?.attributes.comment;
  holds<Equal<typeof nested.relationships.stats, unknown>>();

  const named = await api.posts.show(1, { include: ['user', 'tags'] });
  void named.relationships.user?.attributes.email;
  void named.relationships.tags[0]?.pivots.position;

  const circle = await api.posts.show(1, {
    include: { user: { include: { posts: { include: { user: true } } } } },
  });
  const back = circle.relationships.user?.relationships.posts[0]?.relationships;
  // A relation to an ancestor may be left out.
  holds<Equal<undefined extends NonNullable<typeof back>['user'] ? true : false, true>>();

  const byCursor = await api.posts.index({ cursor: '' });
  holds<Equal<typeof byCursor.meta, CursorPage<unknown>['meta']>>();
  for await (const each of api.posts.all({ fields: ['title'] })) {
    holds<Equal<typeof each.attributes, { readonly title: string }>>();
  }
  for await (const { meta } of api.posts.pages({ perPage: 10 })) void meta.current_page;
  for await (const each of api.posts.stream({ fields: ['title'], include: ['user'] })) {
    holds<Equal<typeof each.attributes, { readonly title: string }>>();
    void each.relationships.user?.attributes.name;
  }
  for await (const role of api.users.relation(1, 'roles').stream({ fields: ['name'] }))
    holds<Equal<typeof role.attributes, { readonly name: string }>>();
  const file = await api.posts.export('csv', { sort: '-title' });
  holds<Equal<typeof file, ReadableStream<Uint8Array>>>();
  // @ts-expect-error an export has all records
  void api.posts.export('csv', { perPage: 10 });
  // @ts-expect-error there is no such column
  void api.posts.stream({ fields: ['nothing'] });
  for await (const role of api.users.relation(1, 'roles').all({ fields: ['name'] }))
    void role.pivots.policy;

  const maybe = Math.random() > 2;
  const lacking = await api.posts.show(1, {
    include: { user: maybe ? true : undefined, tags: true },
  });
  void lacking.relationships.tags[0]?.pivots.position;
  void lacking.relationships.user?.attributes.name;
  holds<Equal<undefined extends typeof lacking.relationships.user ? true : false, true>>();

  const mine = await api.profile.show({ include: ['roles'], fields: ['name'] });
  holds<Equal<typeof mine.attributes, { readonly name: string }>>();
}

export async function writes(): Promise<void> {
  const stored = await api.posts.store({ title: 'A', status: 'draft', published_at: new Date(0) });
  void stored.attributes.title;
  const preview = await api.posts.patch(stored, { title: 'B' }, {}, { dryRun: true });
  holds<Equal<typeof preview, DryRun>>();
  const dryRun = Math.random() > 2;
  const unknown = await api.posts.patch(stored, { title: 'B' }, {}, { dryRun });
  holds<Equal<DryRun extends typeof unknown ? true : false, true>>();
  // @ts-expect-error it may be a preview
  void unknown.attributes;
  await api.posts.update(
    1,
    { title: 'A', status: 'draft' },
    { include: ['user'] },
    { maxAffected: 1 },
  );
  await api.users.patch(1, { avatar: new Blob([]) });
  await api.posts.bulkUpdate([{ id: 1, title: 'C' }]);
  await api.posts.bulkDelete([1, stored]);
  // @ts-expect-error a title is required
  await api.posts.store({ status: 'draft' });
  // @ts-expect-error these are not values of the field
  await api.posts.patch(1, { status: 'hidden' });
  // @ts-expect-error posts have no such field
  await api.posts.patch(1, { headline: 'A' });
  // @ts-expect-error PUT cannot carry files
  await api.users.update(1, { name: 'A', email: 'a@b.c', avatar: new Blob([]) });

  const run = await api.posts.run(
    'publish-posts',
    { repositories: 'all' },
    { filter: { user_id: 1 } },
  );
  holds<Equal<typeof run.published, number>>();
  await api.posts.run(
    'publish-posts',
    { repositories: 'all' },
    {},
    {
      onProgress: ({ chunks, records }) =>
        holds<Equal<[typeof chunks, typeof records], [number, number]>>(),
    },
  );
  const everything = { repositories: 'all' } as const;
  const followed = await api.posts.run(
    'publish-posts',
    everything,
    {},
    {
      background: true,
      onAccepted: ({ id, status }) => {
        holds<Equal<typeof id, string>>();
        holds<Equal<typeof status, ActionRunStatus>>();
      },
      onProgress: ({ total }) => holds<Equal<typeof total, number | null | undefined>>(),
    },
  );
  holds<Equal<typeof followed, typeof run>>();
  const tried = await api.posts.run(
    'publish-posts',
    everything,
    {},
    { background: true, dryRun: true },
  );
  holds<Equal<typeof tried, DryRun>>();
  const again = await api.runs.follow<typeof run>('0199d3a4-6c1e-7b51-9f0e-5a3d1c6f2b10');
  holds<Equal<typeof again, typeof run>>();
  for (const { error } of (await api.runs.list({ status: 'failed', perPage: 5 })).data)
    void error?.errors?.title;
  // @ts-expect-error runs have no such status
  await api.runs.list({ status: 'done' });
  // @ts-expect-error an action on one record runs in its request
  await api.posts.runOn(stored, 'publish-post', { note: null }, {}, { background: true });
  // @ts-expect-error an action on one record has no progress
  await api.posts.runOn(stored, 'publish-post', { note: null }, {}, { onProgress: () => {} });
  const published = await api.posts.runOn(stored, 'publish-post', { note: null });
  holds<Equal<typeof published.published_at, string>>();
  await api.users.runOn(1, 'reactivate-user');
  // @ts-expect-error the action needs a count
  await api.posts.run('import-posts', {});
  // @ts-expect-error an index action names its records
  await api.posts.run('publish-posts', {});
  // @ts-expect-error it runs on single records only
  await api.posts.run('publish-post', {});

  const roles = api.users.relation(1, 'roles');
  const rows = await roles.attach([1, { id: 2, policy: 'read' }], { active: true });
  holds<Equal<(typeof rows)[number]['policy'], 'read' | 'write' | 'own' | null>>();
  const plain = await api.companies.relation(1, 'partners').attach([2]);
  holds<Equal<(typeof plain)[number], Readonly<Record<string, unknown>>>>();
  const { attached } = await roles.sync([1]);
  void attached[0];
  await roles.patch(1, { policy: null });
  await roles.detach([1]);
  // @ts-expect-error the pivot value is not allowed
  await roles.attach([1], { policy: 'all' });
  // @ts-expect-error posts of a user have no pivot table
  await api.users.relation(1, 'posts').attach([1]);
  // @ts-expect-error it is one record
  api.users.relation(1, 'company');
  await api.$revert({ batch_id: 'a' }, { lenient: true });
}

export async function mistakes(): Promise<void> {
  // @ts-expect-error the name of the parameter
  await api.posts.index({ filters2: {} });
  // @ts-expect-error posts have no such attribute
  await api.posts.index({ fields: ['headline'] });
  // @ts-expect-error posts have no such relation
  await api.posts.index({ include: ['author'] });
  // @ts-expect-error posts have no such relation
  await api.posts.index({ include: { author: true } });
  // @ts-expect-error comments have no such attribute
  await api.posts.index({ include: { comments: { fields: ['title'] } } });
  // @ts-expect-error the name of the parameter
  await api.posts.index({ include: { comments: { field: ['comment'] } } });
  // @ts-expect-error a to-one relation has no order
  await api.posts.index({ include: { user: { sort: 'name' } } });
  // @ts-expect-error a relation below
  await api.posts.index({ include: { user: { include: { role: true } } } });
  // @ts-expect-error posts cannot be sorted by it
  await api.posts.index({ sort: 'description' });
  // @ts-expect-error posts cannot be matched by it
  await api.posts.index({ filter: { description: 'a' } });
  // @ts-expect-error this is not a value of the field
  await api.posts.index({ filter: { status: 'hidden' } });
  // @ts-expect-error an age is a number
  await api.users.index({ filter: { age: 'old' } });
  // @ts-expect-error numbers have no substrings
  await api.users.index({ filter: { age: { like: '1' } } });
  // @ts-expect-error the value of the filter
  await api.users.index({ filters: { 'min-posts': 'many' } });
  // @ts-expect-error there is no such resource
  await api.authors.index();
  // @ts-expect-error phones have no search
  await api.phones.index({ search: 'a' });
}

export function errors(error: unknown): string | undefined {
  if (!isApiError(error)) throw error;
  switch (error.code) {
    case 'validation_failed':
      return error.errors.title?.[0];
    case 'precondition_failed':
      return error.version ?? undefined;
    case 'too_many_requests':
      return `${error.retryAfter}`;
    case 'other':
      return error.reason ?? undefined;
    case 'not_found':
      // @ts-expect-error it names no fields
      return error.errors.title;
    default:
      return error.message;
  }
}
