import type { CrudFilter, DataProvider, HttpError } from '@refinedev/core';
import { isApiError, type Untyped } from 'resource-api/client';
import { FlatRecords, type FlatPage, type Links } from '../flat-records.js';

/** Operators of refine, by their operators here. */
const operators = {
  eq: 'eq',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  in: 'in',
  nin: 'nin',
  contains: 'like',
} as const;

/**
 * Creates the data provider of a service.
 *
 * - A filter of the field `q` searches.
 * - `meta.include` loads relations.
 *
 * @param links many-to-many relations that forms edit: `{ users: ['roles'] }`
 */
export function createDataProvider(api: Untyped, links: Links = {}): DataProvider {
  const records = new FlatRecords(api, links);
  /** The records that were shown, with the versions that changes depend on. */
  const shown = new Map<string, object>();
  const remember = async (resource: string, id: string | number, meta?: unknown) => {
    const record = await records.show(resource, id, includeOf(meta));
    shown.set(`${resource}/${id}`, record);
    return { data: record as never };
  };

  return {
    getList: async ({ resource, pagination = {}, sorters = [], filters = [], meta }) => {
      const { currentPage = 1, pageSize = 10, mode } = pagination;
      const query = {
        sort: sorters.length > 0 ? sorters.map(orderOf) : undefined,
        include: includeOf(meta),
        ...conditionsOf(filters),
      };
      if (mode === 'off') {
        const all = await readable(records.all(resource, query));
        return { data: all as never, total: all.length };
      }
      const position = { page: currentPage, perPage: pageSize };
      const page = await readable(records.list(resource, { ...query, ...position }));
      return { data: page.records as never, total: page.total ?? knownOf(page, position) };
    },

    getMany: async ({ resource, ids }) => ({
      data: (await readable(records.many(resource, ids))) as never,
    }),

    getOne: ({ resource, id, meta }) => readable(remember(resource, id, meta)),

    create: async ({ resource, variables }) => ({
      data: (await readable(records.store(resource, variables as object))) as never,
    }),

    update: async ({ resource, id, variables }) => {
      const before = shown.get(`${resource}/${id}`);
      const changed = await readable(records.change(resource, id, variables as object, before));
      shown.set(`${resource}/${id}`, changed);
      return { data: changed as never };
    },

    updateMany: async ({ resource, ids, variables }) => {
      await readable(records.changeAll(resource, ids, variables as object));
      return { data: ids.map((id) => ({ id })) as never };
    },

    deleteOne: async ({ resource, id }) => {
      await readable(api.$resource(resource).delete(id));
      return { data: { id } as never };
    },

    deleteMany: async ({ resource, ids }) => {
      await readable(api.$resource(resource).bulkDelete(ids));
      return { data: ids.map((id) => ({ id })) as never };
    },

    getApiUrl: () => '/api',
  };
}

/** Without a total: the records up to this page, and one more if there is a next page. */
const knownOf = (
  { records, hasNext }: FlatPage,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): number => (page - 1) * perPage + records.length + (hasNext ? 1 : 0);

const orderOf = ({ field, order }: { field: string; order: 'asc' | 'desc' }): string =>
  order === 'desc' ? `-${field}` : field;

const includeOf = (meta: unknown): readonly string[] | undefined =>
  (meta as { readonly include?: readonly string[] } | undefined)?.include;

/** @throws Error for a filter that the service does not have */
function conditionsOf(filters: readonly CrudFilter[]) {
  const filter: Record<string, Record<string, never>> = {};
  let search: string | undefined;
  for (const { operator, value, ...named } of filters) {
    const field = 'field' in named ? named.field : '';
    if (field === 'q') search = String(value);
    else filter[field] = { ...filter[field], ...conditionOf(operator, value) };
  }
  return { filter, search };
}

function conditionOf(operator: CrudFilter['operator'], value: unknown) {
  if (operator === 'null') return { eq: null as never };
  if (operator === 'nnull') return { nin: [null] as never };
  if (operator === 'ne') return { nin: [value] as never };
  const own = operators[operator as keyof typeof operators];
  if (own === undefined) throw new Error(`The service has no filter "${operator}".`);
  return { [own]: value as never };
}

/** Refine shows `errors` beside the inputs of a form. */
const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isApiError(error)) throw error;
    const failure: HttpError = { message: error.message, statusCode: error.status };
    const errors = Object.entries(error.errors ?? {}).map(([name, texts]) => [name, [...texts]]);
    throw Object.assign(new Error(error.message), failure, { errors: Object.fromEntries(errors) });
  });
