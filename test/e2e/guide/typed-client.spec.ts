import { MutationObserver } from '@tanstack/query-core';
import { isApiError, nextCursor } from 'resource-api/client';
import { createApi, createQueries, type Api } from '../../../demo/client/api.js';
import { Page } from '../../support/pages/page.js';
import { Frontend } from './frontend.js';

type Post = Awaited<ReturnType<Api['posts']['show']>>;

const page = Page.guide('typed-client');
let frontend: Frontend;
beforeAll(async () => (frontend = await Frontend.start(page)));
afterAll(() => frontend?.close());

const totalOf = async (filter: object = {}) =>
  (await frontend.other.posts.index({ filter })).meta.total!;

/** Stores a post, and returns it with its row in the log. */
async function storeLogged() {
  const post = await frontend.other.posts.store({ title: 'Logged', status: 'draft' });
  const { logs } = (await frontend.other.posts.show(post, { include: ['logs'] })).relationships;
  return { post, log: logs[0]! };
}

describe(page.path, () => {
  it('signs in', async () => {
    await frontend.run('A typed client');
    expect((await frontend.declared.api.profile.show()).attributes.email).toBe('admin@example.com');
  });

  it('reads what the request selects, in the types of the comments', async () => {
    const query = {
      filter: { status: 'published' },
      sort: ['-published_at', 'user.name'],
    } as const;
    const { data } = await frontend.other.posts.index({ ...query, perPage: 20 });
    const [tag] = (await frontend.other.tags.index()).data;
    await frontend.other.posts.relation(data[0]!, 'tags').sync([{ id: tag!.id, position: 1 }]);
    expect(await frontend.run('Reading')).toEqual({
      'post?.attributes.title; // string; there are no other attributes': expect.any(String),
      'post?.relationships.comments[0]?.attributes.comment; // string': expect.any(String),
      'post?.relationships.user?.attributes.name; // a to-one relation can be null':
        expect.any(String),
      'post?.relationships.tags[0]?.pivots.position; // number | null': 1,
    });
    const { page } = frontend.declared;
    expect(page.data.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    for (const { attributes } of page.data) expect(Object.keys(attributes)).toEqual(['title']);
  });

  it('reads all pages', async () => {
    await frontend.run('Pages');
    const published = await totalOf({ status: 'published' });
    expect(new Set(frontend.declared.ids).size).toBe(published);
    const pages = Math.ceil((await totalOf()) / 50);
    expect(frontend.calls.slice(0, -1)).toMatchObject(
      Array.from({ length: pages }, (_, at) => ['show', { page: at + 1 }]),
    );
    const [first, second] = [frontend.calls[0]![1], frontend.calls.at(-1)![1]] as {
      data: Post[];
    }[];
    expect(second!.data[0]!.id).toBe(first!.data[second!.data.length]!.id);
    const last = await frontend.other.posts.index({ cursor: '', filter: { id: 1 } });
    expect(nextCursor(last)).toBeUndefined();
  });

  it('exports all records', async () => {
    await frontend.run('Exports');
    expect(frontend.calls).toHaveLength(await totalOf());
    const lines = (await frontend.declared.file.text()).trimEnd().split('\r\n');
    expect([lines[0], lines.length]).toEqual([
      'id,title,user.id,user.name',
      frontend.calls.length + 1,
    ]);
  });

  it('writes, sends files and reverts', async () => {
    const [one, two] = [await storeLogged(), await storeLogged()];
    frontend.declare({ id: one.log.id, batch_id: two.log.attributes.batch_id });
    expect(await frontend.run('Writing')).toEqual({
      'api.profile.patch({ avatar: input.files[0] })': expect.objectContaining({
        attributes: expect.objectContaining({ avatar: expect.stringMatching(/^\/storage\//) }),
      }),
      'api.$revert(id)': expect.objectContaining({ affected: 1 }),
      'api.$revert({ batch_id })': expect.objectContaining({ affected: 1 }),
    });
    const { post, renamed } = frontend.declared;
    expect([post, renamed].map(({ attributes }) => attributes.title)).toEqual([
      'Margins',
      'Wide margins',
    ]);
    expect(await totalOf({ id: [post.id, one.post.id, two.post.id] })).toBe(0);
  });

  it('writes only if nobody else has changed the record', async () => {
    const record = await frontend.declared.api.posts.show(2);
    frontend.declare({ record });
    const [options] = Object.values(await frontend.run('Versions')) as { ifMatch: string }[];
    const { posts } = frontend.declared.api;
    const copy = { ...record };
    await posts.patch(copy, { title: 'Same version' }, {}, options);
    const stale = { code: 'precondition_failed' };
    await expect(posts.patch(copy, { title: 'Late' }, {}, options)).rejects.toMatchObject(stale);
    await expect(posts.patch(record, { title: 'Late' })).rejects.toMatchObject(stale);
    await posts.patch(record, { title: 'Forced' }, {}, { ifMatch: '*' });
    await posts.patch(record.id, { title: 'By key' });
    const [listed] = (await posts.index({ filter: { id: 2 } })).data;
    expect(frontend.declared.api.$version(listed!)).toBeUndefined();
  });

  it('previews, and changes nothing', async () => {
    const read = () => frontend.other.posts.show(1, { include: ['comments', 'tags', 'logs'] });
    const before = await read();
    const { length } = before.relationships.comments;
    const values = await frontend.run('Options of a request');
    expect(Object.keys(values)).toEqual(['preview.affected.deleted;']);
    expect(values['preview.affected.deleted;']).toBeGreaterThan(length);
    expect(await read()).toEqual(before);
  });

  it('runs actions', async () => {
    const drafts = await totalOf({ status: 'draft' });
    await frontend.run('Actions');
    expect([frontend.declared.published, await totalOf({ status: 'draft' })]).toEqual([drafts, 0]);
    expect(frontend.declared.published_at).toBe(
      (await frontend.other.posts.show(1)).attributes.published_at,
    );
  });

  it('follows an action that runs after its response', async () => {
    const late = await frontend.other.posts.store({ title: 'Late', status: 'draft' });
    const values = await frontend.run('Long actions');
    const { id, published, processed } = frontend.declared;
    expect(published).toBe(1);
    expect(frontend.calls.at(-1)).toEqual(['show', { records: processed, total: processed }]);
    const run = expect.objectContaining({ id, status: 'finished' });
    expect(values).toEqual({
      'api.runs.get(id)': run,
      "api.runs.list({ status: 'running' })": expect.objectContaining({ data: [] }),
      'api.runs.cancel(id)': run,
      'api.runs.follow(id)': expect.objectContaining({ published: 1 }),
      'api.$revert({ batch_id })': expect.objectContaining({ affected: 1 }),
    });
    await frontend.other.posts.delete(late.id);
  });

  it('changes related records', async () => {
    expect(await frontend.run('Relations')).toEqual({ 'data[0]?.pivots.policy;': 'own' });
    const { relationships } = await frontend.other.users.show(3, { include: ['roles', 'logs'] });
    expect(relationships.roles).toEqual([]);
    const changes = relationships.logs.map(({ attributes }) => attributes);
    expect(changes).toMatchObject([
      { name: 'Detached', original: { roles: ['1'] } },
      { name: 'Synced', original: { roles: ['2', '3'] } },
      { name: 'Attached', changes: { roles: ['1'] } },
      { name: 'Attached', changes: { roles: ['1', '2'] } },
    ]);
  });

  it('distinguishes errors by their codes', async () => {
    await frontend.run('Errors');
    expect(frontend.calls).toEqual([['show', { title: [expect.any(String)] }]]);
    const stale = await frontend.declared.api.posts.show(1);
    const version = frontend.other.$version(
      await frontend.other.posts.patch(1, { title: 'Changed' }),
    );
    const nowhere = createApi({ url: 'http://127.0.0.1:1', retries: 0 });
    const failures = [
      [() => frontend.declared.api.posts.delete(stale), ['offerReload', version]],
      [() => nowhere.posts.show(1), ['showOffline']],
      [() => frontend.other.posts.show(0), ['report', expect.any(String), expect.any(String)]],
    ] as const;
    for (const [attempt, call] of failures) {
      frontend.declare({ attempt });
      await frontend.run('Errors', (code) => code.replace(/await api\..+;/, 'await attempt();'));
      expect(frontend.calls).toEqual([call]);
    }
  });

  it('reads and writes with TanStack Query', async () => {
    await frontend.other.posts.bulkUpdate(
      [1, 2].map((id) => ({ id, title: 'Draft', status: 'draft' })),
    );
    const [mutation] = Object.values(await frontend.run('TanStack Query')) as [
      { mutate: (id: string) => void },
    ];
    const { title, message, current, feed } = frontend.declared;
    expect([title, message, current.data!.id]).toEqual(['Draft', undefined, '1']);
    expect(feed.data!.pages.map(({ data }) => data.length)).toEqual([50]);
    expect(await totalOf({ status: 'draft' })).toBe(0);
    const queries = frontend.cache.getQueryCache().getAll();
    expect(queries.map(({ state }) => state.isInvalidated)).toEqual([true, true, true]);
    expect(queries[0]!.queryKey).toEqual([
      ...['resource-api', 'posts', 'index'],
      { fields: ['title'], filter: { status: 'draft' } },
    ]);
    const { posts } = createQueries(frontend.declared.api);
    const late = new MutationObserver(frontend.cache, posts.patch());
    const change = { record: current.data!, body: { title: 'Late' } };
    await expect(late.mutate(change)).rejects.toMatchObject({ code: 'precondition_failed' });
    const { post, log } = await storeLogged();
    mutation.mutate(log.id);
    await frontend.settled();
    expect(await totalOf({ id: post.id })).toBe(0);
  });

  it('shows messages of an ApiError with TanStack Query', async () => {
    frontend.declare({ visitor: createApi({ url: frontend.url }) });
    await frontend.run('TanStack Query', (code) =>
      code.replace('createQueries(api)', 'createQueries(visitor)').replace(/^publish\..*/m, ''),
    );
    expect([frontend.declared.message, isApiError(frontend.declared.current.error)]).toEqual([
      'Unauthenticated.',
      true,
    ]);
  });

  it('sends requests without types', async () => {
    const values = await frontend.run('Without types');
    const posts = values["api.$resource('posts')"] as Api['posts'];
    expect((await posts.show(1)).id).toBe('1');
    expect(frontend.declared.report).toEqual({ total: 3 });
  });

  it('has no other code or comments than those that were tested', () => {
    expect(frontend.program.remaining).toEqual([]);
    expect(page.text.split('```')).toHaveLength(2 * page.blocks.length + 1);
    expect(new Set(page.blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'ts']));
    const comments = page.text.match(/(?<=^(?![\w$.?[\]]+;).*\/\/ ).+$/gm);
    expect(comments).toEqual([
      'undefined after the last page',
      'body.pipeTo(...) for large files',
      'for a button that cancels the run, or to follow it after a reload',
      'field -> messages',
      'of an ApiError',
    ]);
  });
});
