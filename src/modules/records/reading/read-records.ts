import { Inject, Injectable, Optional } from '@nestjs/common';
import { authorizeQuery } from '../../../pipeline/authorization/authorize-query.js';
import {
  allOf,
  EVERYTHING,
  NOTHING,
  type ResolvedCondition,
} from '../../../pipeline/authorization/resolved-condition.js';
import { canShowAny } from '../../../pipeline/authorization/shown-records.js';
import type { Key, Operation, ResourceRequest } from '../../../base/types/register.js';
import { RequestError } from '../../../base/errors/index.js';
import { notDeleted } from '../../../pipeline/authorization/resolve-condition.js';
import type { Row, Transaction } from '../../../database/connection/database.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import type { LoadedNode } from '../../../database/read/loaded.js';
import { RecordLoader, type FoundRecord } from '../../../database/read/record-loader.js';
import type { Bounds, RowsByParent } from '../../../database/read/relation-loader.js';
import type { ReadSlot } from '../../../database/read/read-slot.js';
import { keyOf, nodesOf } from '../../../database/read/loaded.js';
import { verifyBytes } from './verify-bytes.js';
import { BoundedReads } from './bounded-reads.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { planNode } from '../../../pipeline/planning/plan-node.js';
import type { NodePlan, RecordPlan, RecordsPlan } from '../../../pipeline/planning/query-plan.js';
import {
  ParsedQueries,
  type QueryOperation,
  type ResourceQuery,
} from '../../../pipeline/request/index.js';
import { ProfileResult, RecordResult, RecordsResult } from '../../../serialization/results.js';
import { FilterConditions } from './filter-conditions.js';
import { moreLinks } from './more-links.js';
import { ShownVersions } from './shown-versions.js';
import { pathOf } from './resource-path.js';
import {
  describeRequest,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import {
  LoadedRecordMeta,
  RecordMetaSources,
  logRefusal,
  showFilters,
  type RecordMetaOptions,
} from './loaded-record-meta.js';

/** Loaded records, with the results of policies and callables. */
export interface FoundRecords {
  readonly node: LoadedNode;
  readonly recordMeta: LoadedRecordMeta;
  /** The slot of a large read, which is held until the response is sent. */
  readonly readSlot: ReadSlot | null;
}
/** Records that the user may receive, inside the scope or not. */
export interface LoadedRecords {
  readonly node: LoadedNode;
  /** The keys of the records that are outside the user's scope. */
  readonly hidden: ReadonlySet<string>;
  /** The version of a single record. @contract C13.1 */
  readonly version?: string | undefined;
}

/** A read that is parsed, authorized and planned: only the rows can still cause its rejection. */
export interface Planned {
  readonly plan: NodePlan;
  readonly query: ResourceQuery;
  /** The options for policies and callables after the records are loaded. */
  readonly question: RecordMetaOptions;
  readonly bounds: Bounds;
}

/** A `show` that may run. */
export interface AuthorizedShow {
  readonly planned: Planned;
  readonly key: Key;
  /** The record's row, if the policy uses it; `null` if nothing was read yet. */
  readonly found: FoundRecord | null;
}

/**
 * Show, and the steps that all reads share: parse, authorize, plan, execute, then load the metadata
 * of the records.
 *
 * @contract C4
 */
@Injectable()
export class ReadRecords {
  private readonly queries: ParsedQueries;

  constructor(
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
    private readonly sources: RecordMetaSources,
    private readonly filters: FilterConditions,
    private readonly bounded: BoundedReads,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Optional() @Inject(ShownVersions) private readonly versions?: ShownVersions,
  ) {
    this.queries = new ParsedQueries(options.limits);
  }

  /**
   * Returns one record.
   * @throws RequestError `invalid_query` past the budgets, `not_found`, `unavailable`
   */
  show({ planned, key, found }: AuthorizedShow): Promise<RecordResult> {
    const plan = this.planRecord(planned, key);
    return this.bounded.read(plan, planned.bounds, async (bounds) => {
      // A second attempt must count everything that it reads, so it reads again.
      const known = bounds === planned.bounds ? found : null;
      const record = known ?? (await this.loader.record(plan, bounds));
      if (!record) throw new RequestError('not_found');
      const { node, recordMeta } = await this.below(
        { ...planned, bounds },
        [record.row],
        record.related,
      );
      const version = this.versionOf(plan, record);
      return new RecordResult(node, recordMeta, bounds.bytes.readSlot, version);
    });
  }

  /**
   * Returns the user's own record, which needs no ability, scope or `show`.
   * @throws RequestError `invalid_query`, `not_found`
   */
  async profile(
    context: RequestContext,
    key: string | number,
    queryString: string,
  ): Promise<RecordResult> {
    const planned = await this.plan(context, queryString, 'profile', String(key));
    const plan = this.planRecord(planned, key);
    return this.bounded.read(plan, planned.bounds, async (bounds) => {
      const loaded = await this.loadAnyway({ ...planned, bounds }, key, this.loader);
      const { node, hidden, version } = loaded;
      const { recordMeta } = await this.found(node, { ...planned.question, hidden }, bounds);
      return new ProfileResult(node, recordMeta, bounds.bytes.readSlot, version);
    });
  }

  /**
   * Reads a record that was just written, with everything in the response, inside the write's
   * transaction: if a budget is exceeded, the write is rolled back. The record is returned even if
   * the write moved it out of the user's scope.
   *
   * @throws RequestError `invalid_query`, `unavailable`
   */
  async written(
    planned: Planned,
    key: string | number,
    transaction: Transaction,
  ): Promise<LoadedRecords> {
    // A transaction that is retried reads again, with its own budget.
    const bounds = this.bounded.renewed(planned.bounds);
    const loader = this.loader.within(transaction);
    // The record is measured even if the user may no longer see it.
    const plan = this.planAnyway(planned, key);
    return this.bounded.readInTransaction(plan, bounds, async () => {
      const loaded = await this.loadAnyway({ ...planned, bounds }, key, loader);
      await verifyBytes(bounds.bytes, loaded.node);
      return loaded;
    });
  }

  /**
   * Like {@link written}, for several records in the order of their keys, with one statement for
   * those inside the scope and one for the others.
   *
   * @throws RequestError `invalid_query`, `unavailable`, `not_found`
   */
  async writtenTogether(
    planned: Planned,
    keys: readonly Key[],
    transaction: Transaction,
  ): Promise<LoadedRecords> {
    const bounds = this.bounded.renewed(planned.bounds);
    const loader = this.loader.within(transaction);
    const plan: RecordsPlan = { keys, ...planned.plan, scope: notDeleted(planned.plan.resource) };
    return this.bounded.readInTransaction(plan, bounds, async () => {
      const loaded = await this.loadTogether({ ...planned, bounds }, keys, loader);
      await verifyBytes(bounds.bytes, loaded.node);
      return loaded;
    });
  }

  /**
   * Loads the metadata of a written record after the commit, so that callables see the written
   * data. The request can no longer be rejected.
   */
  async describe(planned: Planned, loaded: LoadedRecords): Promise<RecordResult> {
    const { question, bounds } = planned;
    const Result = question.request.operation === 'profile' ? ProfileResult : RecordResult;
    const recordMeta = await this.committedMeta(planned, loaded);
    return new Result(loaded.node, recordMeta, bounds.bytes.readSlot, loaded.version);
  }

  /** Like {@link describe}, for several records. */
  async describeTogether(planned: Planned, loaded: LoadedRecords): Promise<RecordsResult> {
    const recordMeta = await this.committedMeta(planned, loaded);
    return new RecordsResult(loaded.node, recordMeta, planned.bounds.bytes.readSlot);
  }

  private committedMeta(
    { question }: Planned,
    { node, hidden }: LoadedRecords,
  ): Promise<LoadedRecordMeta> {
    return LoadedRecordMeta.load(node, this.sources, { ...question, hidden, isCommitted: true });
  }

  /**
   * Reads a record that an operation of a team has written and committed, as the response. The
   * record is returned even if it is outside the user's scope.
   *
   * @throws RequestError `not_found`, `invalid_query` past the budgets, `unavailable`
   */
  respond(planned: Planned, key: Key): Promise<RecordResult> {
    const plan = this.planAnyway(planned, key);
    const renewed = this.bounded.renewed(planned.bounds);
    return this.bounded.read(plan, renewed, async (bounds) => {
      const loaded = await this.loadAnyway({ ...planned, bounds }, key, this.loader);
      return this.describe({ ...planned, bounds }, loaded);
    });
  }

  /**
   * Parses, authorizes and plans the query of any operation that returns records. Writes call it
   * before they write.
   *
   * @throws RequestError `invalid_query`, `validation_failed` for the value of a filter
   */
  async plan(
    context: RequestContext,
    queryString: string,
    operation: Operation,
    id: string | null,
  ): Promise<Planned> {
    const { resource, authorizer } = context;
    const query = this.queries.parse(queryString, parametersOf(operation, id));
    const request = describeRequest(context, operation, query, id);
    const { filters, ...authorized } = await authorizeQuery(resource, query, request, authorizer);
    const filtered = await this.filters.resolve(filters, context, request);
    const narrowing = allOf([authorized.narrowing, filtered, await shownAtAll(context, operation)]);
    const flagsRelated = operation !== 'index';
    const { relatablePerPage, more } = query;
    const plan = planNode(
      { resource, flagged: true, ...authorized, narrowing },
      { authorizer, relatablePerPage, flagsRelated, linksToMore: more },
    );
    const bounds = this.bounded.boundsFor(context, showFilters(authorizer, this.entities));
    const links = more && { more: moreLinks(pathOf(resource, this.options), query) };
    const question = {
      authorizer,
      request,
      flagsRelated,
      hidden: NONE,
      isCommitted: false,
      ...links,
    };
    return { plan, query, question, bounds };
  }

  /**
   * Describes a request without query parameters for callbacks.
   * @throws RequestError `invalid_query` for any parameter
   */
  describeRequest(
    context: RequestContext,
    queryString: string,
    operation: Operation,
    id: string | null,
  ): ResourceRequest {
    return describeRequest(context, operation, this.queries.parse(queryString, 'none'), id);
  }

  /** Plans the read of one record, with its version if responses contain versions. */
  planRecord({ plan }: Pick<Planned, 'plan'>, key: Key): RecordPlan {
    return { key, versioned: this.versions?.areServed ?? false, ...plan };
  }

  /** Plans the read of a record that may be outside the user's scope. */
  private planAnyway(planned: Planned, key: Key): RecordPlan {
    return { ...this.planRecord(planned, key), scope: notDeleted(planned.plan.resource) };
  }

  private async loadAnyway(
    planned: Planned,
    key: Key,
    loader: RecordLoader,
  ): Promise<LoadedRecords> {
    const { bounds } = planned;
    const plan = this.planRecord(planned, key);
    const seen = await loader.record(plan, bounds);
    const found = seen ?? (await loader.record(this.planAnyway(planned, key), bounds));
    if (!found) throw new RequestError('not_found');
    const node = await loader.below(planned.plan, [found.row], bounds, found.related);
    const hidden = seen === undefined ? new Set([String(key)]) : NONE;
    return { node, hidden, version: this.versionOf(plan, found) };
  }

  private versionOf(
    { versioned, resource }: RecordPlan,
    { version }: FoundRecord,
  ): string | undefined {
    return versioned ? this.versions?.versionFrom(resource, version) : undefined;
  }

  private async loadTogether(
    { plan, bounds }: Planned,
    keys: readonly Key[],
    loader: RecordLoader,
  ): Promise<LoadedRecords> {
    const seen = await loader.records({ keys, ...plan }, bounds);
    const found = new Map<string, Row>(seen.map((row) => [keyOf(row), row]));
    const unseen = keys.filter((key) => !found.has(String(key)));
    const scope = notDeleted(plan.resource);
    if (unseen.length > 0)
      for (const row of await loader.records({ keys: unseen, ...plan, scope }, bounds))
        found.set(keyOf(row), row);
    const rows = keys.map((key) => found.get(String(key)));
    if (!rows.every((row) => row !== undefined)) throw new RequestError('not_found');
    const node = await loader.below(plan, rows, bounds);
    return { node, hidden: new Set(unseen.map(String)) };
  }

  /** Reads everything below a page's or a record's rows, and loads the metadata. */
  async below(
    { plan, bounds, question }: Planned,
    rows: LoadedNode['rows'],
    first: readonly RowsByParent[] | null = null,
  ): Promise<FoundRecords> {
    return this.found(await this.loader.below(plan, rows, bounds, first), question, bounds);
  }

  /**
   * @throws TooManyBytes if the records and the callables' values are too large for a response
   */
  private async found(
    node: LoadedNode,
    question: RecordMetaOptions,
    { bytes }: Bounds,
  ): Promise<FoundRecords> {
    const recordMeta = await LoadedRecordMeta.load(node, this.sources, {
      ...question,
      meter: bytes,
    });
    bytes.carryComputed(nodesOf(node));
    await verifyBytes(bytes, node, recordMeta);
    return { node, recordMeta, readSlot: bytes.readSlot };
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Selects nothing if `show` refuses every record of the resource. @contract C4.4 */
async function shownAtAll(
  { authorizer, resource }: RequestContext,
  operation: Operation,
): Promise<ResolvedCondition> {
  const selects = operation === 'index' || operation === 'action';
  if (!selects || (await canShowAny(authorizer, resource))) return EVERYTHING;
  logRefusal(resource, 'every record');
  return NOTHING;
}

/** Returns the operation whose query parameters apply. @contract C5.1 */
function parametersOf(operation: Operation, id: string | null): QueryOperation {
  if (operation === 'action') return id === null ? 'index action' : 'show action';
  return operation === 'index' ? 'index' : 'show';
}
