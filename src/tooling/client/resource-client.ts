import { hasFiles } from './request-body.js';
import { readExport, requestExport, type FileFormat, type ListToExport } from './exports.js';
import { readPages, readRecords } from './pages.js';
import { writeQuery, type WrittenQuery } from './query-string.js';
import type {
  ActionQuery,
  ExportQuery,
  Fields,
  Included,
  IndexQuery,
  ListQuery,
  ShowQuery,
} from './query.js';
import type { ActionRun, PageOf, ResourceObject, Written } from './records.js';
import { RelationClient } from './relation-client.js';
import { RunsClient } from './runs-client.js';
import type {
  ActionTypes,
  RecordId,
  RelationTypes,
  Resources,
  ResourceTypes,
} from './resource-types.js';
import {
  unwrapData,
  segmentOf,
  type HttpMethod,
  type RecordReference,
  type RequestOptions,
  type RunOptions,
  type Transport,
  type WriteOptions,
} from './transport.js';

/** The names of the relations that are lists. */
export type ListName<T extends ResourceTypes> = {
  [N in keyof T['relations'] & string]: T['relations'][N]['form'] extends 'many' ? N : never;
}[keyof T['relations'] & string];

/** The body of an action, which may be left out if it can be empty, and what follows it. */
type ActionArguments<A extends ActionTypes, Query, Options> = {} extends A['body']
  ? [body?: A['body'] | undefined, query?: Query | undefined, options?: Options]
  : [body: A['body'], query?: Query | undefined, options?: Options];

/** Relation -> the key of its resource, for every list. */
export type Targets = Readonly<Record<string, string>>;

/** What a client needs to know of a resource when it runs. */
export interface ResourceFacts {
  readonly targets: Targets;
  /** The actions that must not be sent again. */
  readonly external: readonly string[];
}

/** The requests of one resource. */
export class ResourceClient<R extends Resources<R>, K extends keyof R> {
  private readonly path: string;

  constructor(
    private readonly transport: Transport,
    private readonly prefix: string,
    private readonly key: K & string,
    private readonly facts: ResourceFacts,
  ) {
    this.path = `${prefix}/${key}`;
  }

  /** Reads a page. @contract C3.1 */
  index<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    const C extends string | undefined = undefined,
  >(
    query: IndexQuery<R, K, F, I, C> = {},
    options?: RequestOptions,
  ): Promise<PageOf<ResourceObject<R, K, F, I, 'listed'>, C>> {
    return this.read('', query, options);
  }

  /** Reads one page after another: numbered pages, or by cursor if the query contains `cursor`. */
  pages<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    const C extends string | undefined = undefined,
  >(
    query: IndexQuery<R, K, F, I, C> = {},
    options?: RequestOptions,
  ): AsyncGenerator<PageOf<ResourceObject<R, K, F, I, 'listed'>, C>, void> {
    return readPages((next) => this.read('', { ...query, ...next }, options), query);
  }

  /** Reads all records, page by page; none is skipped or repeated. @contract C3.1 */
  all<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    query: ListQuery<R, K, F, I> = {},
    options?: RequestOptions,
  ): AsyncGenerator<ResourceObject<R, K, F, I, 'listed'>, void> {
    return readRecords((next) => this.read('', { ...query, ...next }, options));
  }

  /**
   * Reads all records in one request, and yields them as they arrive. If the connection breaks, it
   * fails: the records that were yielded before are part of the list.
   * @contract C17.3
   */
  stream<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    query: ExportQuery<R, K, F, I> = {},
    options?: RequestOptions,
  ): AsyncGenerator<ResourceObject<R, K, F, I, 'listed'>, void> {
    return readExport(this.transport, this.exported(query, options));
  }

  /** Returns all records as a file. @contract C17.3 */
  export<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    format: FileFormat,
    query: ExportQuery<R, K, F, I> = {},
    options?: RequestOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return requestExport(this.transport, format, this.exported(query, options));
  }

  show<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    record: RecordReference,
    query: ShowQuery<R, K, F, I> = {},
    options?: RequestOptions,
  ): Promise<ResourceObject<R, K, F, I>> {
    return this.read(`/${segmentOf(record)}`, query, options).then((response) =>
      unwrapData(response),
    );
  }

  /** Stores a record. A body with a file is sent as a form. */
  store<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    body: R[K]['store'],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<ResourceObject<R, K, F, I>, D>> {
    return this.write('POST', '', body, query, options);
  }

  /** Validates every writable field, and writes those of the body. @contract C4.1 */
  update<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    record: RecordReference,
    body: R[K]['update'],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<ResourceObject<R, K, F, I>, D>> {
    return this.write('PUT', `/${segmentOf(record)}`, body, query, options, record);
  }

  /** Validates and writes the fields of the body. A body with a file is sent as a form. */
  patch<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    record: RecordReference,
    body: R[K]['patch'],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<ResourceObject<R, K, F, I>, D>> {
    const method = hasFiles(body) ? 'POST' : 'PATCH';
    return this.write(method, `/${segmentOf(record)}`, body, query, options, record);
  }

  delete<D extends boolean = false>(
    record: RecordReference,
    options?: WriteOptions<D>,
  ): Promise<Written<void, D>> {
    return this.write('DELETE', `/${segmentOf(record)}`, undefined, {}, options, record);
  }

  /** Stores several records, or none. @contract C13.5 */
  bulkStore<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    bodies: readonly R[K]['store'][],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<readonly ResourceObject<R, K, F, I>[], D>> {
    return this.write('POST', '/bulk', bodies, query, options);
  }

  /** Changes some fields of several records, or none. @contract C13.5 */
  bulkUpdate<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    bodies: readonly (R[K]['patch'] & { readonly id: RecordId })[],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<readonly ResourceObject<R, K, F, I>[], D>> {
    return this.write('POST', '/bulk/update', bodies, query, options);
  }

  /** Deletes several records, or none. @contract C13.5 */
  bulkDelete<D extends boolean = false>(
    records: readonly RecordReference[],
    options?: WriteOptions<D>,
  ): Promise<Written<void, D>> {
    const keys = records.map((record) => (typeof record === 'object' ? record.id : record));
    return this.write('DELETE', '/bulk/delete', keys, {}, options);
  }

  /**
   * Runs an action on the records of `repositories`, on all that the query finds, or on none. If it
   * runs after the response, the client follows it to its end.
   * @contract C6, C14
   */
  run<A extends keyof R[K]['collectionActions'] & string, D extends boolean = false>(
    action: A,
    ...[body, query, options]: ActionArguments<
      R[K]['collectionActions'][A],
      ActionQuery<R, K>,
      RunOptions<D>
    >
  ): Promise<Written<R[K]['collectionActions'][A]['result'], D>> {
    return this.act('', action, body, query, options);
  }

  /** Runs an action on one record. @contract C6 */
  runOn<A extends keyof R[K]['recordActions'] & string, D extends boolean = false>(
    record: RecordReference,
    action: A,
    ...[body, query, options]: ActionArguments<
      R[K]['recordActions'][A],
      Pick<ActionQuery<R, K>, 'include'>,
      WriteOptions<D>
    >
  ): Promise<Written<R[K]['recordActions'][A]['result'], D>> {
    const path = `/${segmentOf(record)}`;
    return this.act(path, action, body, query, options, record);
  }

  /** The pages and links of a list of related records. */
  relation<N extends ListName<R[K]>>(
    record: RecordReference,
    name: N,
  ): RelationClient<R, R[K]['relations'][N] & RelationTypes> {
    const path = `${this.path}/${segmentOf(record)}`;
    return new RelationClient(this.transport, path, name, this.facts.targets[name] ?? name, record);
  }

  private async read<Result>(
    path: string,
    query: object,
    options?: RequestOptions,
  ): Promise<Result> {
    return this.transport.send({
      method: 'GET',
      path: this.path + path,
      query: writeQuery(this.key, query as WrittenQuery),
      options,
    });
  }

  private async write<Result>(
    method: HttpMethod,
    path: string,
    body: unknown,
    query: object,
    options: WriteOptions | undefined,
    record?: RecordReference,
  ): Promise<Result> {
    return this.transport
      .send({
        method,
        path: this.path + path,
        query: writeQuery(this.key, query as WrittenQuery),
        body,
        record,
        options,
      })
      .then((response) => unwrapData<Result>(response));
  }

  private exported(query: object, options?: RequestOptions): ListToExport {
    return { path: this.path, resource: this.key, query, options };
  }

  private async act<Result>(
    path: string,
    action: string,
    body: unknown,
    query: object = {},
    options: RunOptions = {},
    record?: RecordReference,
  ): Promise<Result> {
    const parameters = writeQuery(this.key, query);
    parameters.set('action', action);
    const { status, body: response } = await this.transport.exchange({
      method: 'POST',
      path: `${this.path}${path}/actions`,
      query: parameters,
      body,
      record,
      options,
      ...(this.facts.external.includes(action) && { isRepeatable: false }),
    });
    if (status !== 202) return options.dryRun ? unwrapData(response) : (response as Result);
    const run = unwrapData<ActionRun>(response);
    const { signal, headers, onProgress, onAccepted } = options;
    onAccepted?.(run);
    return new RunsClient(this.transport, this.prefix).follow(run.id, {
      ...{ signal, headers, onProgress },
    });
  }
}
