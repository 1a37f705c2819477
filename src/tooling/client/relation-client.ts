import { readExport, requestExport, type FileFormat, type ListToExport } from './exports.js';
import { readPages, readRecords } from './pages.js';
import { writeQuery, type WrittenQuery } from './query-string.js';
import type { ExportQuery, Fields, Included, IndexQuery, ListQuery, TargetKey } from './query.js';
import type { LinkedObject, PageOf, Written } from './records.js';
import type { RecordId, RelationTypes, Resources } from './resource-types.js';
import {
  unwrapData,
  segmentOf,
  type HttpMethod,
  type RecordReference,
  type RequestOptions,
  type Transport,
  type WriteOptions,
} from './transport.js';

/** The pivot values of a link; `never` for relations without a pivot table. */
export type LinkValues<L extends RelationTypes> = L['link'] extends object ? L['link'] : never;
/** A record of the relation, by its key or as a response contains it. */
export type LinkedKey<L extends RelationTypes> = L['link'] extends object
  ? RecordId | RecordObject
  : never;
interface RecordObject {
  readonly id: string;
  readonly type: string;
}

/** Records to attach: keys, records, or keys with pivot values of their own. */
export type Links<L extends RelationTypes> = readonly (
  LinkedKey<L> | ({ readonly id: RecordId; readonly type?: never } & LinkValues<L>)
)[];

/** A row of the pivot table: both keys, and the pivot values. @contract C7.1 */
export type LinkRow<L extends RelationTypes> = Readonly<Record<string, unknown>> &
  (L['pivots'] extends object ? L['pivots'] : unknown);

/** Which keys a sync has changed. @contract C7.1 */
export interface Synced {
  readonly attached: readonly string[];
  readonly detached: readonly string[];
  readonly updated: readonly string[];
}

/** The requests of one list of related records. */
export class RelationClient<R extends Resources<R>, L extends RelationTypes> {
  /**
   * @param parent the path of the parent
   * @param target the key of the related resource
   * @param record the parent, whose version the writes depend on
   */
  constructor(
    private readonly transport: Transport,
    private readonly parent: string,
    private readonly name: string,
    private readonly target: string,
    private readonly record: RecordReference,
  ) {}

  /** Reads a page. @contract C5.1 */
  index<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
    const C extends string | undefined = undefined,
  >(
    query: IndexQuery<R, TargetKey<R, L>, F, I, C> = {},
    options?: RequestOptions,
  ): Promise<PageOf<LinkedObject<R, L, F, I>, C>> {
    return this.read(query, options);
  }

  /** Reads one page after another: numbered pages, or by cursor if the query contains `cursor`. */
  pages<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
    const C extends string | undefined = undefined,
  >(
    query: IndexQuery<R, TargetKey<R, L>, F, I, C> = {},
    options?: RequestOptions,
  ): AsyncGenerator<PageOf<LinkedObject<R, L, F, I>, C>, void> {
    return readPages((next) => this.read({ ...query, ...next }, options), query);
  }

  /** Reads all records, page by page; none is skipped or repeated. */
  all<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
  >(
    query: ListQuery<R, TargetKey<R, L>, F, I> = {},
    options?: RequestOptions,
  ): AsyncGenerator<LinkedObject<R, L, F, I>, void> {
    return readRecords((next) => this.read({ ...query, ...next }, options));
  }

  /** Reads all records in one request, and yields them as they arrive. @contract C17.3 */
  stream<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
  >(
    query: ExportQuery<R, TargetKey<R, L>, F, I> = {},
    options?: RequestOptions,
  ): AsyncGenerator<LinkedObject<R, L, F, I>, void> {
    return readExport(this.transport, this.exported(query, options));
  }

  /** Returns all records as a file. @contract C17.3 */
  export<
    const F extends Fields<R, TargetKey<R, L>> = undefined,
    const I extends Included<R, TargetKey<R, L>> = undefined,
  >(
    format: FileFormat,
    query: ExportQuery<R, TargetKey<R, L>, F, I> = {},
    options?: RequestOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return requestExport(this.transport, format, this.exported(query, options));
  }

  /**
   * Attaches records, and returns the pivot rows.
   *
   * @param values the pivot values of all of them
   * @contract C7
   */
  attach<D extends boolean = false>(
    records: Links<L>,
    values?: LinkValues<L>,
    options?: WriteOptions<D>,
  ): Promise<Written<readonly LinkRow<L>[], D>> {
    return this.write('POST', `/attach/${this.name}`, this.listed(records, values), options);
  }

  /** Detaches records; those that are not attached are ignored. */
  detach<D extends boolean = false>(
    records: readonly LinkedKey<L>[],
    options?: WriteOptions<D>,
  ): Promise<Written<void, D>> {
    return this.write('POST', `/detach/${this.name}`, this.listed(records), options);
  }

  /** Attaches and detaches, so that exactly these records are attached. */
  sync<D extends boolean = false>(
    records: Links<L>,
    values?: LinkValues<L>,
    options?: WriteOptions<D>,
  ): Promise<Written<Synced, D>> {
    return this.write('POST', `/sync/${this.name}`, this.listed(records, values), options);
  }

  /** Changes the pivot values of an attached record. */
  patch<D extends boolean = false>(
    record: LinkedKey<L>,
    values: LinkValues<L>,
    options?: WriteOptions<D>,
  ): Promise<Written<LinkRow<L>, D>> {
    return this.write('PATCH', `/${this.name}/${segmentOf(record)}`, values, options);
  }

  private listed(records: readonly unknown[], values?: object): object {
    return { ...values, [this.name]: records.map(linkOf) };
  }

  private exported(query: object, options?: RequestOptions): ListToExport {
    return { path: `${this.parent}/${this.name}`, resource: this.target, query, options };
  }

  private async read<Result>(query: object, options?: RequestOptions): Promise<Result> {
    return this.transport.send({
      method: 'GET',
      path: `${this.parent}/${this.name}`,
      query: writeQuery(this.target, query as WrittenQuery),
      options,
    });
  }

  private write<Result>(
    method: HttpMethod,
    path: string,
    body: object,
    options?: WriteOptions,
  ): Promise<Result> {
    return this.transport
      .send({ method, path: this.parent + path, body, record: this.record, options })
      .then((response) => unwrapData<Result>(response));
  }
}

/** A record that the client returned is listed by its key. */
const linkOf = (record: unknown): unknown => {
  const { id, type } = Object(record) as { readonly id?: unknown; readonly type?: unknown };
  return type === undefined ? record : id;
};
