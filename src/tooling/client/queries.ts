import type { ApiError } from './api-error.js';
import { nextCursor } from './pages.js';
import { ProfileClient } from './profile-client.js';
import type {
  ActionQuery,
  Fields,
  Included,
  IndexQuery,
  ListQuery,
  ShowQuery,
  TargetKey,
} from './query.js';
import type { CursorPage, LinkedObject, NumberedPage, ResourceObject } from './records.js';
import type {
  LinkedKey,
  Links,
  LinkValues,
  LinkRow,
  RelationClient,
  Synced,
} from './relation-client.js';
import { ResourceClient, type ListName } from './resource-client.js';
import type { ActionTypes, RelationTypes, Resources } from './resource-types.js';
import type { RecordReference } from './transport.js';

/** The first part of the keys of all queries. */
export const QUERY_SCOPE = 'resource-api';

/** The client repeats requests itself, where that is safe. The parameter is the type of errors. */
type NoRetry = (failures: number, error: ApiError) => boolean;
const noRetry: NoRetry = () => false;

/** Options of `useQuery`, `fetchQuery` and so on. */
export interface QueryOptions<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  readonly retry: NoRetry;
}

/** Options of a query of one record. */
export interface RecordOptions<Data> extends QueryOptions<Data> {
  /** A copy of the record would lose its version, and writes would not depend on it. */
  readonly structuralSharing: false;
}

/** Options of `useInfiniteQuery`: pages that are read one after another, by cursor. */
export interface PagesOptions<Page> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string;
  }) => Promise<Page>;
  readonly initialPageParam: string;
  readonly getNextPageParam: (page: Page) => string | undefined;
  readonly retry: NoRetry;
}

/** The `QueryClient` of a mutation. */
interface MutationContext {
  readonly client: {
    invalidateQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<unknown>;
  };
}

/** Options of `useMutation`. */
export interface MutationOptions<Data, Variables> {
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /**
   * Makes all queries of the service stale: any of them may contain the record, and a write that
   * failed may have found that it has changed.
   */
  readonly onSettled: (
    data: unknown,
    error: unknown,
    variables: unknown,
    onMutateResult: unknown,
    context: MutationContext,
  ) => Promise<unknown>;
  readonly retry: NoRetry;
}

const queryOf = <Data>(
  key: readonly unknown[],
  queryFn: QueryOptions<Data>['queryFn'],
): QueryOptions<Data> => ({ queryKey: [QUERY_SCOPE, ...key], queryFn, retry: noRetry });

const recordOf = <Data>(
  key: readonly unknown[],
  queryFn: QueryOptions<Data>['queryFn'],
): RecordOptions<Data> => ({ ...queryOf(key, queryFn), structuralSharing: false });

const pagesOf = <Page extends CursorPage<unknown>>(
  key: readonly unknown[],
  queryFn: PagesOptions<Page>['queryFn'],
): PagesOptions<Page> => ({
  queryKey: [QUERY_SCOPE, ...key],
  queryFn,
  initialPageParam: '',
  getNextPageParam: nextCursor,
  retry: noRetry,
});

/** Returns the options of a write, of this client or of your own. */
export const mutationOf = <Data, Variables>(
  mutationFn: (variables: Variables) => Promise<Data>,
): MutationOptions<Data, Variables> => ({
  mutationFn,
  onSettled: (_data, _error, _variables, _result, { client }) =>
    client.invalidateQueries({ queryKey: [QUERY_SCOPE] }),
  retry: noRetry,
});

/** A record by its key has the same query as the record itself. */
const idOf = (record: RecordReference): string =>
  String(typeof record === 'object' ? record.id : record);

/** The body of an action, which may be left out if it can be empty. */
type ActionBody<A extends ActionTypes> = unknown extends A['body']
  ? void
  : {} extends A['body']
    ? A['body'] | void
    : A['body'];

/** A change of a record. */
interface Change<Body> {
  readonly record: RecordReference;
  readonly body: Body;
}

/** The queries and mutations of one resource. */
export class ResourceQueries<R extends Resources<R>, K extends keyof R> {
  constructor(
    private readonly client: ResourceClient<R, K>,
    private readonly key: string,
  ) {}

  /** A numbered page. */
  index<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    query: IndexQuery<R, K, F, I, undefined> = {},
  ): QueryOptions<NumberedPage<ResourceObject<R, K, F, I, 'listed'>>> {
    return queryOf([this.key, 'index', query], ({ signal }) =>
      this.client.index(query, { signal }),
    );
  }

  /** Pages by cursor. */
  pages<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    query: ListQuery<R, K, F, I> = {},
  ): PagesOptions<CursorPage<ResourceObject<R, K, F, I, 'listed'>>> {
    return pagesOf([this.key, 'pages', query], ({ signal, pageParam: cursor }) =>
      this.client.index<F, I, string>({ ...query, cursor }, { signal }),
    );
  }

  show<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    record: RecordReference,
    query: ShowQuery<R, K, F, I> = {},
  ): RecordOptions<ResourceObject<R, K, F, I>> {
    return recordOf([this.key, 'show', idOf(record), query], ({ signal }) =>
      this.client.show(record, query, { signal }),
    );
  }

  /** `mutate(body)` */
  store(): MutationOptions<ResourceObject<R, K>, R[K]['store']> {
    return mutationOf((body) => this.client.store(body));
  }

  /** `mutate({ record, body })` */
  update(): MutationOptions<ResourceObject<R, K>, Change<R[K]['update']>> {
    return mutationOf(({ record, body }) => this.client.update(record, body));
  }

  /** `mutate({ record, body })` */
  patch(): MutationOptions<ResourceObject<R, K>, Change<R[K]['patch']>> {
    return mutationOf(({ record, body }) => this.client.patch(record, body));
  }

  /** `mutate(record)` */
  delete(): MutationOptions<void, RecordReference> {
    return mutationOf((record) => this.client.delete(record));
  }

  /** An action at the path of the collection: `mutate(body)`. */
  run<A extends keyof R[K]['collectionActions'] & string>(
    action: A,
    query?: ActionQuery<R, K>,
  ): MutationOptions<
    R[K]['collectionActions'][A]['result'],
    ActionBody<R[K]['collectionActions'][A]>
  > {
    return mutationOf((body) => this.client.run(action, ...([body, query] as never)));
  }

  /** An action on one record: `mutate(body)`. */
  runOn<A extends keyof R[K]['recordActions'] & string>(
    record: RecordReference,
    action: A,
  ): MutationOptions<R[K]['recordActions'][A]['result'], ActionBody<R[K]['recordActions'][A]>> {
    return mutationOf((body) => this.client.runOn(record, action, ...([body] as never)));
  }

  /** The pages and links of a list of related records. */
  relation<N extends ListName<R[K]>>(
    record: RecordReference,
    name: N,
  ): RelationQueries<R, R[K]['relations'][N] & RelationTypes> {
    const key = [this.key, 'relation', idOf(record), name];
    return new RelationQueries(this.client.relation(record, name), key);
  }
}

/** The queries and mutations of one list of related records. */
export class RelationQueries<R extends Resources<R>, L extends RelationTypes> {
  constructor(
    private readonly client: RelationClient<R, L>,
    private readonly key: readonly string[],
  ) {}

  /** A numbered page. */
  index<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
  >(
    query: IndexQuery<R, TargetKey<R, L>, F, I, undefined> = {},
  ): QueryOptions<NumberedPage<LinkedObject<R, L, F, I>>> {
    return queryOf([...this.key, 'index', query], ({ signal }) =>
      this.client.index(query, { signal }),
    );
  }

  /** Pages by cursor. */
  pages<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
  >(
    query: ListQuery<R, TargetKey<R, L>, F, I> = {},
  ): PagesOptions<CursorPage<LinkedObject<R, L, F, I>>> {
    return pagesOf([...this.key, 'pages', query], ({ signal, pageParam: cursor }) =>
      this.client.index<F, I, string>({ ...query, cursor }, { signal }),
    );
  }

  /** `mutate(records)`; `values` are the pivot values of all of them. */
  attach(values?: LinkValues<L>): MutationOptions<readonly LinkRow<L>[], Links<L>> {
    return mutationOf((records) => this.client.attach(records, values));
  }

  /** `mutate(records)` */
  detach(): MutationOptions<void, readonly LinkedKey<L>[]> {
    return mutationOf((records) => this.client.detach(records));
  }

  /** `mutate(records)`; `values` are the pivot values of all of them. */
  sync(values?: LinkValues<L>): MutationOptions<Synced, Links<L>> {
    return mutationOf((records) => this.client.sync(records, values));
  }

  /** `mutate(values)` changes the pivot values of an attached record. */
  patch(record: LinkedKey<L>): MutationOptions<LinkRow<L>, LinkValues<L>> {
    return mutationOf((values) => this.client.patch(record, values));
  }
}

/** The queries and mutations of the caller's own record. */
export class ProfileQueries<R extends Resources<R>, K extends keyof R> {
  constructor(private readonly client: ProfileClient<R, K>) {}

  show<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    query: ShowQuery<R, K, F, I> = {},
  ): RecordOptions<ResourceObject<R, K, F, I>> {
    return recordOf(['profile', query], ({ signal }) => this.client.show(query, { signal }));
  }

  /** `mutate(body)` */
  update(): MutationOptions<ResourceObject<R, K>, R[K]['update']> {
    return mutationOf((body) => this.client.update(body));
  }

  /** `mutate(body)` */
  patch(): MutationOptions<ResourceObject<R, K>, R[K]['patch']> {
    return mutationOf((body) => this.client.patch(body));
  }
}

/** `queries.posts`, and so on, and `queries.profile`; `P` is `never` without a profile. */
export type ApiQueries<R extends Resources<R>, P extends keyof R> = {
  readonly [K in keyof R]: ResourceQueries<R, K>;
} & ([P] extends [never] ? unknown : { readonly profile: ProfileQueries<R, P> });

/** Returns the queries and mutations of a client. The generated file calls it with its types. */
export function queriesOf<R extends Resources<R>, P extends keyof R>(
  api: object,
): ApiQueries<R, P> {
  const queries: Record<string, unknown> = {};
  for (const [key, client] of Object.entries(api))
    if (client instanceof ResourceClient) queries[key] = new ResourceQueries(client, key);
    else if (client instanceof ProfileClient) queries[key] = new ProfileQueries(client);
  return queries as ApiQueries<R, P>;
}
