import { MutationObserver, QueryClient } from '@tanstack/query-core';
import { isApiError, mutationOf } from 'resource-api/client';
import { createApi, createQueries, type Api } from '../../../../demo/client/api.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { Network } from './network.js';

describe('The typed client in TanStack Query, over HTTP', () => {
  let demo: DemoApp;
  let api: Api;
  let network: Network;
  let queries: ReturnType<typeof createQueries>;
  let client: QueryClient;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
  });
  beforeEach(async () => {
    network = new Network([]);
    const options = { url: await demo.app.getUrl(), token: await demo.tokenOf('admin') };
    api = createApi({ ...options, ...network.options });
    queries = createQueries(api);
    // TanStack Query would repeat a request that failed three times.
    client = new QueryClient({ defaultOptions: { queries: { retry: 3 } } });
  });
  afterEach(() => client.clear());
  afterAll(() => demo.close());

  it('reads what the client reads, and keeps it', async () => {
    const query = { fields: ['title'], include: ['user'] } as const;
    const page = await client.fetchQuery(queries.posts.index({ ...query, perPage: 3 }));
    expect(page).toEqual(await api.posts.index({ ...query, perPage: 3 }));
    const shown = await client.fetchQuery(queries.posts.show(page.data[0]!, query));
    expect(shown.attributes).toEqual(page.data[0]!.attributes);
    const sent = network.requests.length;
    const again = { ...queries.posts.show(page.data[0]!.id, query), staleTime: Infinity };
    expect(await client.fetchQuery(again)).toBe(shown);
    expect(network.requests).toHaveLength(sent);
    const roles = await client.fetchQuery(queries.users.relation(1, 'roles').index());
    expect(roles).toEqual(await api.users.relation(1, 'roles').index());
    const mine = await client.fetchQuery(queries.profile.show());
    expect(mine).toEqual(await api.profile.show());
  });

  it('reads pages by cursor (C3.1)', async () => {
    const read = async (options: ReturnType<typeof queries.posts.pages>) => {
      const { pages } = await client.fetchInfiniteQuery({ ...options, pages: 3 });
      return pages.flatMap(({ data }) => data.map(({ id }) => id));
    };
    const numbered = await api.posts.index({ perPage: 30 });
    expect(await read(queries.posts.pages({ perPage: 10 }))).toEqual(
      numbered.data.map(({ id }) => id),
    );
    const related = queries.users.relation(3, 'posts').pages({ perPage: 100 });
    const { pages } = await client.fetchInfiniteQuery({ ...related, pages: 3 });
    expect(pages.at(-1)!.links.next).toBeNull();
  });

  it('makes queries stale after writes, those that failed included', async () => {
    const shown = queries.posts.show(1);
    const isStale = () => client.getQueryState(shown.queryKey)!.isInvalidated;
    const post = await client.fetchQuery(shown);
    const patch = new MutationObserver(client, queries.posts.patch());
    const changed = await patch.mutate({ record: post, body: { title: 'New' } });
    expect([changed.attributes.title, isStale()]).toEqual(['New', true]);
    await client.fetchQuery(shown);
    expect(isStale()).toBe(false);
    const late = patch.mutate({ record: post, body: { title: 'Late' } });
    await expect(late).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(isStale()).toBe(true);
    await client.fetchQuery(shown);
    const current = client.getQueryData<typeof post>(shown.queryKey)!;
    expect(current.attributes.title).toBe('New');
    await patch.mutate({ record: current, body: { title: 'Newer' } });
    expect(network.requests.at(-1)!.headers.get('if-match')).toBe(api.$version(current));
    await client.fetchQuery(shown);
    const run = new MutationObserver(client, queries.posts.run('publish-posts'));
    expect(await run.mutate({ repositories: [1] })).toMatchObject({ published: 0 });
    expect(isStale()).toBe(true);
  });

  it('writes what the client writes', async () => {
    const store = new MutationObserver(client, queries.posts.store());
    const stored = await store.mutate({ title: 'Stored', status: 'draft' });
    const update = new MutationObserver(client, queries.posts.update());
    const body = { title: 'Updated', status: 'draft' } as const;
    const updated = await update.mutate({ record: stored, body });
    expect(updated.attributes.title).toBe('Updated');
    const publish = new MutationObserver(client, queries.posts.runOn(updated, 'publish-post'));
    const { published_at } = await publish.mutate();
    expect(published_at).toEqual(expect.any(String));
    await new MutationObserver(client, queries.posts.delete()).mutate(stored.id);
    await expect(api.posts.show(stored)).rejects.toMatchObject({ code: 'not_found' });
    const name = await new MutationObserver(client, queries.profile.patch()).mutate({ age: 40 });
    expect(name.attributes.age).toBe(40);
  });

  it('changes related records (C7)', async () => {
    const roles = queries.users.relation(4, 'roles');
    await new MutationObserver(client, roles.sync()).mutate([]);
    const attach = new MutationObserver(client, roles.attach({ active: true }));
    expect(await attach.mutate([1])).toMatchObject([{ role_id: '1', active: true }]);
    const patch = new MutationObserver(client, roles.patch(1));
    expect(await patch.mutate({ policy: 'read' })).toMatchObject({ policy: 'read' });
    await new MutationObserver(client, roles.detach()).mutate([1]);
    expect((await client.fetchQuery(roles.index())).data).toEqual([]);
  });

  it('does the same for requests of your own', async () => {
    const post = await api.posts.store({ title: 'Logged', status: 'draft' });
    const { logs } = (await api.posts.show(post, { include: ['logs'] })).relationships;
    const index = queries.posts.index();
    await client.fetchQuery(index);
    const revert = new MutationObserver(
      client,
      mutationOf((id: string) => api.$revert(id)),
    );
    expect(await revert.mutate(logs[0]!.id)).toMatchObject({ affected: 1 });
    expect(client.getQueryState(index.queryKey)!.isInvalidated).toBe(true);
  });

  it('leaves retries to the client, which throws typed errors', async () => {
    network.fail({ status: 500 });
    const error: unknown = await client.fetchQuery(queries.posts.show(1)).catch((e: unknown) => e);
    expect(isApiError(error) && error.code).toBe('server_error');
    expect(network.requests).toHaveLength(1);
  });

  it('aborts requests that are cancelled', async () => {
    const show = queries.posts.show(1);
    network.fail({ status: 503, retryAfter: 5 });
    network.onResponse = () => setImmediate(() => void client.cancelQueries());
    await expect(client.fetchQuery(show)).rejects.toMatchObject({ revert: true });
    expect(network.requests).toHaveLength(1);
    expect(network.requests[0]!.signal.aborted).toBe(true);
  });
});
