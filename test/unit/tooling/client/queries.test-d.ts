/**
 * What the compiler knows of the options for TanStack Query; `npm run typecheck` and
 * `strict-types.slow.spec.ts` run it.
 */
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core';
import { mutationOf, type ApiError, type DryRun, type Reverted } from 'resource-api/client';
import { createApi, createQueries } from '../../../../demo/client/api.js';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_T extends true>(): void => {};

const api = createApi();
const queries = createQueries(api);
const client = new QueryClient();

export async function reads(): Promise<void> {
  const page = new QueryObserver(
    client,
    queries.posts.index({ fields: ['title'], include: { user: true } }),
  ).getCurrentResult();
  holds<Equal<typeof page.error, ApiError | null>>();
  const post = page.data?.data[0];
  holds<Equal<NonNullable<typeof post>['attributes'], { readonly title: string }>>();
  void post?.relationships.user?.attributes.name;
  void page.data?.meta.current_page;
  const enabled = { ...queries.posts.show(1, { fields: ['title'] }), enabled: false, staleTime: 5 };
  const shown = new QueryObserver(client, enabled).getCurrentResult();
  holds<Equal<NonNullable<typeof shown.data>['attributes'], { readonly title: string }>>();

  const pages = new InfiniteQueryObserver(
    client,
    queries.posts.pages({ include: ['tags'] }),
  ).getCurrentResult();
  holds<Equal<typeof pages.error, ApiError | null>>();
  void pages.data?.pages[0]?.data[0]?.relationships.tags[0]?.pivots.position;
  // @ts-expect-error pages by cursor have no numbers
  void pages.data?.pages[0]?.meta.current_page;

  const role = (await client.fetchQuery(queries.users.relation(1, 'roles').index())).data[0];
  void role?.pivots.policy;
  const mine = await client.fetchQuery(queries.profile.show({ fields: ['name'] }));
  holds<Equal<typeof mine.attributes, { readonly name: string }>>();
  // @ts-expect-error posts have no such attribute
  queries.posts.index({ fields: ['headline'] });
  // @ts-expect-error posts have no such relation
  queries.posts.show(1, { include: { author: true } });
  // @ts-expect-error it is one record
  queries.users.relation(1, 'company');
  // @ts-expect-error there is no such resource
  queries.authors.index();
}

export async function writes(): Promise<void> {
  const store = new MutationObserver(client, queries.posts.store());
  holds<Equal<ReturnType<typeof store.getCurrentResult>['error'], ApiError | null>>();
  const stored = await store.mutate({ title: 'A', status: 'draft' });
  void stored.attributes.title;
  // @ts-expect-error a title is required
  await store.mutate({ status: 'draft' });
  const patch = new MutationObserver(client, queries.posts.patch());
  await patch.mutate({ record: stored, body: { title: 'B' } });
  // @ts-expect-error these are not values of the field
  await patch.mutate({ record: 1, body: { status: 'hidden' } });
  await new MutationObserver(client, queries.posts.delete()).mutate(stored);

  const publish = new MutationObserver(client, queries.posts.run('publish-posts'));
  const { published } = await publish.mutate({ repositories: [1] });
  holds<Equal<typeof published, number>>();
  // @ts-expect-error an index action names its records
  await publish.mutate({});
  await new MutationObserver(client, queries.users.runOn(1, 'reactivate-user')).mutate();
  await new MutationObserver(client, queries.posts.runOn(1, 'publish-post')).mutate();

  const roles = queries.users.relation(1, 'roles');
  const [row] = await new MutationObserver(client, roles.attach({ active: true })).mutate([1]);
  holds<Equal<NonNullable<typeof row>['policy'], 'read' | 'write' | 'own' | null>>();
  // @ts-expect-error the pivot value is not allowed
  roles.sync({ policy: 'all' });

  const revert = mutationOf((id: string) => api.$revert(id));
  const reverted = await new MutationObserver(client, revert).mutate('1');
  holds<Equal<typeof reverted, Reverted>>();
  const preview = mutationOf((id: number) => api.posts.delete(id, { dryRun: true }));
  const previewed = await new MutationObserver(client, preview).mutate(1);
  holds<Equal<typeof previewed, DryRun>>();
}
