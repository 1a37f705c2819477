import { HttpError, type DataProvider, type GetListParams, type RaRecord } from 'react-admin';
import { isApiError, type Untyped } from 'resource-api/client';
import { FlatRecords, type FlatPage, type Links } from '../flat-records.js';

/**
 * Creates the data provider of a service.
 *
 * - The filter `q` searches. All other filters match fields, by value or by operators.
 * - `meta.include` loads relations.
 * - The target of a reference is a field (`user_id`), or a relation (`users.posts`).
 *
 * @param links many-to-many relations that forms edit: `{ users: ['roles'] }`
 */
export function createDataProvider(api: Untyped, links: Links = {}): DataProvider {
  const records = new FlatRecords(api, links);
  return {
    getList: (resource, params) => readable(records.list(resource, queryOf(params))).then(pageOf),

    getOne: (resource, { id, meta }) =>
      readable(records.show(resource, id, includeOf(meta))).then(dataOf),

    getMany: (resource, { ids }) => readable(records.many(resource, ids)).then(dataOf),

    getManyReference: (resource, { target, id, ...params }) => {
      const [parent, relation] = target.split('.');
      const query = queryOf(params);
      const page =
        relation === undefined
          ? records.list(resource, { ...query, filter: { ...query.filter, [target]: id } })
          : records.listRelated(resource, { resource: parent!, id, relation }, query);
      return readable(page).then(pageOf);
    },

    create: (resource, { data }) => readable(records.store(resource, filesIn(data))).then(dataOf),

    update: (resource, { id, data, previousData }) =>
      readable(records.change(resource, id, filesIn(data), previousData)).then(dataOf),

    updateMany: async (resource, { ids, data }) => {
      await readable(records.changeAll(resource, ids, data));
      return { data: ids };
    },

    delete: async (resource, { id, previousData }) => {
      await readable(api.$resource(resource).delete(id));
      return { data: previousData as never };
    },

    deleteMany: async (resource, { ids }) => {
      await readable(api.$resource(resource).bulkDelete(ids));
      return { data: ids };
    },
  };
}

function queryOf({
  pagination: { page, perPage } = { page: 1, perPage: 25 },
  sort,
  filter = {},
  meta,
}: Partial<GetListParams>) {
  const { q, ...matches } = filter as Readonly<Record<string, never>>;
  return {
    page,
    perPage,
    sort: sort && `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
    search: q,
    filter: matches,
    include: includeOf(meta),
  } as const;
}

const includeOf = (meta: unknown): readonly string[] | undefined =>
  (meta as { readonly include?: readonly string[] } | undefined)?.include;

const dataOf = <T>(data: T): { data: never } => ({ data: data as never });

/** Without a total, react-admin needs to know whether there are further pages. */
const pageOf = ({ records, total, hasNext }: FlatPage) => ({
  data: records as never,
  ...(total === null ? { pageInfo: { hasNextPage: hasNext } } : { total }),
});

/** An input of files holds the file as `rawFile`. */
const filesIn = (data: Partial<RaRecord>): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      (value as { readonly rawFile?: File } | null)?.rawFile ?? value,
    ]),
  );

/** Errors of fields appear beside their inputs, all others as a notification. */
const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isApiError(error)) throw error;
    const fields = Object.entries(error.errors ?? {}).map(([name, [text]]) => [name, text]);
    throw new HttpError(error.message, error.status, { errors: Object.fromEntries(fields) });
  });
