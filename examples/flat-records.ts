import type { AnyResources, NumberedPage, ResourceObject, Untyped } from 'resource-api/client';

/**
 * A record as admin frameworks want it: its attributes and relations beside its key. A relation in
 * `links` is the list of its keys.
 */
export interface FlatRecord {
  readonly id: string;
  /** The version that a later change depends on; records of lists do not have one. */
  readonly version?: string;
  readonly [name: string]: unknown;
}

/** Resource -> its many-to-many relations that forms edit. */
export type Links = Readonly<Record<string, readonly string[]>>;

/** A relation of one record. */
export interface RelatedList {
  readonly resource: string;
  readonly id: string | number;
  readonly relation: string;
}

/** A page of flat records. */
export interface FlatPage {
  readonly records: readonly FlatRecord[];
  /** `null` if the service cannot count them. */
  readonly total: number | null;
  readonly hasNext: boolean;
}

type Query = Omit<NonNullable<Parameters<ReturnType<Untyped['$resource']>['index']>[0]>, 'cursor'>;
/** A record of any resource, with what was included. */
type AnyRecord = Pick<ResourceObject<AnyResources, string>, 'id' | 'attributes'> & {
  readonly relationships?: Readonly<Record<string, AnyRecord | readonly AnyRecord[] | null>>;
};

/** The largest page, and the largest number of records per relation. */
const LIMIT = 100;

/** Reads and writes flat records, for the data providers of admin frameworks. */
export class FlatRecords {
  constructor(
    private readonly api: Untyped,
    private readonly links: Links = {},
  ) {}

  async list(resource: string, query: Query): Promise<FlatPage> {
    return this.pageOf(resource, await this.api.$resource(resource).index(query));
  }

  /** Reads all records, page by page. */
  async all(resource: string, query: Query): Promise<FlatRecord[]> {
    const records: FlatRecord[] = [];
    for await (const record of this.api.$resource(resource).all({ ...query, perPage: LIMIT }))
      records.push(this.flatten(resource, record));
    return records;
  }

  /** Reads the records of a relation, such as the posts of a user. */
  async listRelated(resource: string, parent: RelatedList, query: Query): Promise<FlatPage> {
    const client = this.api.$resource(parent.resource).relation(parent.id, parent.relation);
    return this.pageOf(resource, await client.index(query));
  }

  /** Reads records by their keys; those that the caller may not see are left out. */
  async many(resource: string, ids: readonly (string | number)[]): Promise<FlatRecord[]> {
    return ids.length === 0 ? [] : this.all(resource, { filter: { id: ids } });
  }

  /** Reads a record, with the keys of its links. */
  async show(
    resource: string,
    id: string | number,
    include: readonly string[] = [],
  ): Promise<FlatRecord> {
    const relations = [...new Set([...include, ...this.linksOf(resource)])];
    const query = { include: relations, relatablePerPage: LIMIT };
    return this.flatten(resource, await this.api.$resource(resource).show(id, query));
  }

  async store(resource: string, values: object): Promise<FlatRecord> {
    const { body, links } = this.partsOf(resource, values);
    const { id } = await this.api.$resource(resource).store(body);
    for (const [relation, keys] of Object.entries(links))
      if (keys.length > 0) await this.api.$resource(resource).relation(id, relation).attach(keys);
    return this.show(resource, id);
  }

  /**
   * Changes what differs, and fails with `precondition_failed` if somebody else has changed the
   * record since it was shown. Links are attached and detached one by one, so that those beyond the
   * first hundred stay.
   */
  async change(
    resource: string,
    id: string | number,
    values: object,
    before: Partial<FlatRecord> = {},
  ): Promise<FlatRecord> {
    const client = this.api.$resource(resource);
    const { body, links } = this.partsOf(resource, differing(values, before));
    if (Object.keys(body).length > 0) await client.patch(id, body, {}, { ifMatch: before.version });
    for (const [relation, keys] of Object.entries(links)) {
      const old = listOf(before[relation]);
      const added = keys.filter((key) => !old.includes(key));
      const removed = old.filter((key) => !keys.includes(key));
      if (added.length > 0) await client.relation(id, relation).attach(added);
      if (removed.length > 0) await client.relation(id, relation).detach(removed);
    }
    return this.show(resource, id);
  }

  /** Writes the same values to several records, and links exactly the given records to each. */
  async changeAll(
    resource: string,
    ids: readonly (string | number)[],
    values: object,
  ): Promise<void> {
    const client = this.api.$resource(resource);
    const { body, links } = this.partsOf(resource, values);
    if (Object.keys(body).length > 0) await client.bulkUpdate(ids.map((id) => ({ ...body, id })));
    for (const id of ids)
      for (const [relation, keys] of Object.entries(links))
        await client.relation(id, relation).sync(keys);
  }

  private pageOf(resource: string, { data, meta, links }: NumberedPage<AnyRecord>): FlatPage {
    const records = data.map((record) => this.flatten(resource, record));
    return { records, total: meta.total, hasNext: links.next !== null };
  }

  private flatten(resource: string, record: AnyRecord): FlatRecord {
    const version = this.api.$version(record);
    const relations = Object.entries(record.relationships ?? {}).map(([name, value]) => [
      name,
      this.linksOf(resource).includes(name) ? keysOf(value) : flattenRelated(value),
    ]);
    return {
      ...record.attributes,
      ...Object.fromEntries(relations),
      id: record.id,
      ...(version !== undefined && { version }),
    };
  }

  /** Separates attributes, which are written with the record, from links. */
  private partsOf(resource: string, values: object) {
    const names = this.linksOf(resource);
    const entries = Object.entries(values) as [string, unknown][];
    const own = entries.filter(([name]) => !names.includes(name) && name !== 'version');
    const links = entries.filter(([name]) => names.includes(name));
    return {
      body: Object.fromEntries(own),
      links: Object.fromEntries(links.map(([name, keys]) => [name, listOf(keys)])),
    };
  }

  private linksOf(resource: string): readonly string[] {
    return this.links[resource] ?? [];
  }
}

const flattenRelated = (value: AnyRecord | readonly AnyRecord[] | null): unknown =>
  Array.isArray(value) ? value.map(flattenRecord) : value && flattenRecord(value as AnyRecord);

const flattenRecord = ({ id, attributes, relationships = {} }: AnyRecord): FlatRecord => ({
  ...attributes,
  ...Object.fromEntries(
    Object.entries(relationships).map(([name, value]) => [name, flattenRelated(value)]),
  ),
  id,
});

const keysOf = (value: unknown): readonly string[] =>
  (value as readonly AnyRecord[]).map(({ id }) => id);
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/** The values that a form has changed. */
const differing = (values: object, before: object): object =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
    ),
  );
