/* eslint-disable -- a generated file follows no style guide */
// Written by `resource-api client` from the OpenAPI document of the service. Do not edit it.
import type { Api, Resources } from './api.js';
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  nextCursor,
  type ActionQuery,
  type ApiError,
  type CursorPage,
  type FieldOf,
  type Include,
  type IndexQuery,
  type ListQuery,
  type NumberedPage,
  type RecordReference,
  type ResourceClient,
  type ResourceObject,
  type ShowQuery,
} from 'resource-api/client';

type R = Resources;
type Fields<K extends keyof R> = readonly FieldOf<R[K]>[] | undefined;
type Included<K extends keyof R> = Include<R, K> | undefined;
type QueryOptions<T> = Omit<UseQueryOptions<T, ApiError>, 'queryKey' | 'queryFn'>;
type Mutation<T, V> = UseMutationResult<T, ApiError, V>;

/** The key of all queries of the service; a write makes all of them stale. */
export const apiKey = ['resource-api'] as const;

/** A record by its key does not differ from the record itself. */
const keyOf = (record: RecordReference) => String(typeof record === 'object' ? record.id : record);

/** The client repeats requests itself, where that is safe. */
const useRead = <T>(
  key: readonly unknown[],
  queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>,
  options: QueryOptions<T>,
): UseQueryResult<T, ApiError> =>
  useQuery<T, ApiError>({ retry: false, ...options, queryKey: [...apiKey, ...key], queryFn });

function useWrite<T, V>(mutationFn: (variables: V) => Promise<T>): Mutation<T, V> {
  const queries = useQueryClient();
  return useMutation<T, ApiError, V>({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKey }),
  });
}

function resourceHooks<K extends keyof R>(api: Api, key: K) {
  const client = api[key] as unknown as ResourceClient<R, K>;
  return {
    /** A numbered page. */
    useIndex: <const F extends Fields<K> = undefined, const I extends Included<K> = undefined>(
      query: IndexQuery<R, K, F, I, undefined> = {},
      options: QueryOptions<NumberedPage<ResourceObject<R, K, F, I, 'listed'>>> = {},
    ) => useRead([key, 'index', query], ({ signal }) => client.index(query, { signal }), options),

    /** Pages that are read one after another, by cursor. */
    useInfinite: <const F extends Fields<K> = undefined, const I extends Included<K> = undefined>(
      query: ListQuery<R, K, F, I> = {},
    ): UseInfiniteQueryResult<
      InfiniteData<CursorPage<ResourceObject<R, K, F, I, 'listed'>>>,
      ApiError
    > =>
      useInfiniteQuery({
        retry: false,
        queryKey: [...apiKey, key, 'infinite', query],
        queryFn: ({ pageParam, signal }) =>
          client.index({ ...query, cursor: pageParam } as IndexQuery<R, K, F, I, string>, {
            signal,
          }),
        initialPageParam: '',
        getNextPageParam: nextCursor,
      }),

    useShow: <const F extends Fields<K> = undefined, const I extends Included<K> = undefined>(
      record: RecordReference,
      query: ShowQuery<R, K, F, I> = {},
      options: QueryOptions<ResourceObject<R, K, F, I>> = {},
    ) =>
      useRead(
        [key, 'show', keyOf(record), query],
        ({ signal }) => client.show(record, query, { signal }),
        options,
      ),

    useStore: () => useWrite((body: R[K]['store']) => client.store(body)),

    useUpdate: () =>
      useWrite(({ record, body }: { record: RecordReference; body: R[K]['update'] }) =>
        client.update(record, body),
      ),

    usePatch: () =>
      useWrite(({ record, body }: { record: RecordReference; body: R[K]['patch'] }) =>
        client.patch(record, body),
      ),

    useDelete: () => useWrite((record: RecordReference) => client.delete(record)),

    /** An action at the path of the collection. */
    useAction: <A extends keyof R[K]['collectionActions'] & string>(
      action: A,
      query?: ActionQuery<R, K>,
    ) =>
      useWrite((body: BodyOf<R[K]['collectionActions'][A]>) =>
        (client.run as Run<R[K]['collectionActions'][A]>).call(client, action, body, query),
      ),

    /** An action on one record. */
    useActionOn: <A extends keyof R[K]['recordActions'] & string>(
      record: RecordReference,
      action: A,
    ) =>
      useWrite((body: BodyOf<R[K]['recordActions'][A]>) =>
        (client.runOn as Run<R[K]['recordActions'][A], [RecordReference]>).call(
          client,
          record,
          action,
          body,
        ),
      ),
  };
}

type BodyOf<A> = A extends { readonly body: infer B } ? B : never;
type ResultOf<A> = A extends { readonly result: infer T } ? T : never;
/** A call of an action, whose arguments have been checked. */
type Run<A, First extends unknown[] = []> = (
  ...given: [...First, action: string, body: BodyOf<A>, query?: object]
) => Promise<ResultOf<A>>;

type P = 'users';
function profileHooks(api: Api) {
  return {
    useShow: <const F extends Fields<P> = undefined, const I extends Included<P> = undefined>(
      query: ShowQuery<R, P, F, I> = {},
      options: QueryOptions<ResourceObject<R, P, F, I>> = {},
    ) => useRead(['profile', query], ({ signal }) => api.profile.show(query, { signal }), options),

    useUpdate: () => useWrite((body: R[P]['update']) => api.profile.update(body)),

    usePatch: () => useWrite((body: R[P]['patch']) => api.profile.patch(body)),
  };
}

/** Creates the hooks of a client: `const { users } = createHooks(api)`. */
export const createHooks = (api: Api) => ({
  users: resourceHooks(api, 'users'),
  companies: resourceHooks(api, 'companies'),
  phones: resourceHooks(api, 'phones'),
  posts: resourceHooks(api, 'posts'),
  videos: resourceHooks(api, 'videos'),
  comments: resourceHooks(api, 'comments'),
  roles: resourceHooks(api, 'roles'),
  tags: resourceHooks(api, 'tags'),
  images: resourceHooks(api, 'images'),
  action_logs: resourceHooks(api, 'action_logs'),
  profile: profileHooks(api),
});
