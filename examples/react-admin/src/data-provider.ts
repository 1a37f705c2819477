import { HttpError, type DataProvider, type GetListParams, type RaRecord } from 'react-admin';
import { isApiError, type NumberedPage, type UntypedApi } from 'resource-api/client';

/** Resource -> the many-to-many relations that its forms edit, as lists of keys. */
export type Links = Readonly<Record<string, readonly string[]>>;

/** The largest page, and the largest number of related records. */
const LIMIT = 100;

/** Creates the data provider of a service, for all its resources. README.md describes it. */
export function createDataProvider(api: UntypedApi, links: Links = {}): DataProvider {
  const provider: DataProvider = {
    supportAbortSignal: true,

    async getList(resource, { signal, ...params }) {
      return pageOf(await api.$resource(resource).index(listQuery(params), { signal }));
    },

    async getOne(resource, { id, meta, signal }) {
      const linked = links[resource] ?? [];
      const include = [...new Set<string>([...(meta?.include ?? []), ...linked])];
      const query = { relatablePerPage: LIMIT, ...meta, include };
      const record = await api.$resource(resource).show(id, query, { signal });
      const data = { ...flatten(record), $version: api.$version(record) };
      for (const name of linked) data[name] = data[name].map((each: RaRecord) => each.id);
      return { data };
    },

    async getMany(resource, { ids, meta, signal }) {
      const query = { perPage: LIMIT, ...meta, filter: { id: ids } };
      const data = [];
      for await (const record of api.$resource(resource).all(query, { signal }))
        data.push(flatten(record));
      return { data };
    },

    async getManyReference(resource, { target, id, signal, ...params }) {
      const [parent, relation] = target.split('.');
      if (relation === undefined) {
        const filter = { ...params.filter, [target]: id };
        return provider.getList(resource, { ...params, filter, signal });
      }
      const list = api.$resource(parent!).relation(id, relation);
      return pageOf(await list.index(listQuery(params), { signal }));
    },

    async create(resource, { data, meta }) {
      const { id } = await api.$resource(resource).store(bodyOf(data)).catch(readable);
      await writeLinks(resource, id, data);
      return provider.getOne(resource, { id, meta });
    },

    async update(resource, { id, data, previousData, meta }) {
      const changes = changesOf(data, previousData);
      const options = { ifMatch: previousData.$version };
      await api.$resource(resource).patch(id, bodyOf(changes), {}, options).catch(readable);
      await writeLinks(resource, id, changes, previousData);
      return provider.getOne(resource, { id, meta });
    },

    async updateMany(resource, { ids, data }) {
      await api.$resource(resource).bulkUpdate(ids.map((id) => ({ ...data, id })));
      return { data: ids };
    },

    async delete(resource, { id, previousData }) {
      const options = { ifMatch: previousData?.$version };
      await api.$resource(resource).delete(id, options).catch(readable);
      return { data: (previousData ?? { id }) as never };
    },

    async deleteMany(resource, { ids }) {
      await api.$resource(resource).bulkDelete(ids);
      return { data: ids };
    },

    /** Returns all records of a list as CSV; for a button of your own. */
    async exportCsv(resource: string, params: GetListParams) {
      return new Response(await api.$resource(resource).export('csv', listQuery(params))).text();
    },
  };

  /** Attaches and detaches what a form has changed. Links that it does not know stay. */
  async function writeLinks(
    resource: string,
    id: RaRecord['id'],
    values: Partial<RaRecord>,
    previous: Partial<RaRecord> = {},
  ): Promise<void> {
    for (const name of links[resource] ?? []) {
      const old: string[] = previous[name] ?? [];
      const keys: string[] = name in values ? (values[name] ?? []) : old;
      const added = keys.filter((key) => !old.includes(key));
      const removed = old.filter((key) => !keys.includes(key));
      const relation = api.$resource(resource).relation(id, name);
      if (added.length > 0) await relation.attach(added);
      if (removed.length > 0) await relation.detach(removed);
    }
  }

  return provider;
}

/** Returns the query of a list. `meta` adds to it, such as `include` and `count`. */
function listQuery({ pagination, sort, filter, meta }: GetListParams) {
  const { q, ...matches } = filter ?? {};
  return {
    ...pagination,
    sort: sort && `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
    search: q,
    filter: matches,
    ...meta,
  };
}

/** Without a total, react-admin needs to know whether there are further pages. */
function pageOf({ data, meta, links }: NumberedPage<object>) {
  const count =
    meta.total === null
      ? { pageInfo: { hasNextPage: links.next !== null } }
      : { total: meta.total };
  return { data: data.map(flatten), ...count };
}

/** Returns attributes and relations beside `id`, as react-admin expects them. */
function flatten(value: any): any {
  if (Array.isArray(value)) return value.map(flatten);
  if (!value?.attributes) return value;
  const { id, attributes, relationships = {}, pivots } = value;
  const related = Object.entries(relationships).map(([name, each]) => [name, flatten(each)]);
  return { ...attributes, ...Object.fromEntries(related), ...(pivots && { pivots }), id };
}

/** Returns the values that a form has changed. */
const changesOf = (data: Partial<RaRecord>, previous: RaRecord): Partial<RaRecord> =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(previous[name]),
    ),
  );

/** The input of a file holds the file as `rawFile`. The service ignores what is not a field. */
const bodyOf = (data: Partial<RaRecord>): object =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value?.rawFile ?? value]));

/** react-admin shows `body.errors` at the inputs, and the messages of other errors as they are. */
function readable(error: unknown): never {
  if (!isApiError(error)) throw error;
  if (error.code === 'precondition_failed')
    throw new HttpError('Somebody else has changed this record. Reload the page.', error.status);
  if (error.code !== 'validation_failed') throw error;
  const errors = Object.entries(error.errors).map(([name, messages]) => [name, messages.join(' ')]);
  throw new HttpError(error.message, error.status, { errors: Object.fromEntries(errors) });
}
