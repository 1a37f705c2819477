import { Inject, Injectable } from '@nestjs/common';
import { authorizeQuery } from '../authorization/authorize-query.js';
import { mayShow } from '../authorization/record-flags.js';
import { allOf } from '../authorization/resolved-condition.js';
import type { Operation, ResourceRequest } from '../definition/register.js';
import { RequestError } from '../errors/index.js';
import { notDeleted } from '../authorization/resolve-condition.js';
import type { Transaction } from '../execution/database/database.js';
import { EntityReader } from '../execution/entity-reader.js';
import type { LoadedNode } from '../execution/loaded.js';
import { RecordLoader } from '../execution/record-loader.js';
import type { Bounds, RowsByParent } from '../execution/relation-loader.js';
import { RowBudget } from '../execution/row-budget.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import { planNode } from '../planning/plan-node.js';
import type { NodePlan, RecordPlan } from '../planning/query-plan.js';
import { ParsedQueries, type QueryOperation, type ResourceQuery } from '../request/index.js';
import { getKey } from '../request/parse-key.js';
import { FilterConditions } from './filter-conditions.js';
import { moreLinks } from './more-links.js';
import { pathOf } from './resource-path.js';
import { describeRequest, type Visit } from './visit.js';
import { RecordFindings, RecordSources, showFilter, type Question } from './record-findings.js';

/** Records with all that an answer says of them. */
export interface FoundRecords {
  readonly node: LoadedNode;
  readonly findings: RecordFindings;
}
/** A record that its user may have, inside the scope or not. */
export interface LoadedRecord {
  readonly node: LoadedNode;
  /** Is it inside the user's scope? */
  readonly isVisible: boolean;
  /** Was it just written, so that nothing may refuse it once that is committed? */
  readonly isWritten: boolean;
}

/** A read whose every decision is made: nothing of it can be refused any more but by what the rows hold. */
export interface Planned {
  readonly plan: NodePlan;
  readonly query: ResourceQuery;
  /** What policies and callables are asked once the records are there. */
  readonly question: Question;
  readonly bounds: Bounds;
}

/**
 * Show, and what every read has in common. Reading from top to bottom is reading the request: parse, authorize, plan,
 * execute, ask about what was found.
 *
 * @contract C4
 */
@Injectable()
export class ReadRecords {
  private readonly queries: ParsedQueries;

  constructor(
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
    private readonly sources: RecordSources,
    private readonly filters: FilterConditions,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {
    this.queries = new ParsedQueries(options.limits);
  }

  /** One record. @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  async show(visit: Visit, id: string, queryString: string): Promise<FoundRecords> {
    const planned = await this.plan(visit, queryString, 'show', id);
    const key = getKey(id, visit.resource.keyColumn);
    const plan: RecordPlan = { key, ...planned.plan };
    const found = await this.loader.record(plan, planned.bounds.budget);
    if (!found) throw new RequestError('not_found');
    const [shown] = await mayShow(visit.access, visit.resource, this.entities.read(plan, [found.row]));
    if (!shown) throw new RequestError('unauthorized');
    return this.below(planned, [found.row], found.related);
  }

  /** The user's own record: no gate, scope or `show` stands before it. @throws RequestError `invalid_query`, `not_found` */
  async profile(visit: Visit, key: string | number, queryString: string): Promise<FoundRecords> {
    const planned = await this.plan(visit, queryString, 'profile', String(key));
    return this.describe(planned, await this.loadAnyway(planned, key, this.loader));
  }

  /**
   * The record that was just written, with all that the answer shows of it, read inside the write's transaction: a
   * refusal by the row budget undoes the write. A write may take a record out of its user's scope; it is answered all the
   * same, once.
   *
   * @throws RequestError `invalid_query`
   */
  async written(planned: Planned, key: string | number, transaction: Transaction): Promise<LoadedRecord> {
    // A transaction that is tried again reads again, on a budget of its own.
    const bounds = { ...planned.bounds, budget: this.newBudget() };
    const loaded = await this.loadAnyway({ ...planned, bounds }, key, this.loader.within(transaction));
    return { ...loaded, isWritten: true };
  }

  /** Asks about a loaded record; about a written one once it is committed, so that callables see what was written. */
  async describe({ question }: Planned, { node, isVisible, isWritten }: LoadedRecord): Promise<FoundRecords> {
    const asked = { ...question, isVisible, isCommitted: isWritten };
    return { node, findings: await RecordFindings.gather(node, this.sources, asked) };
  }

  /**
   * Parses, authorizes and plans the query of any operation that answers records. Writes do so before they write.
   *
   * @throws RequestError `invalid_query`, `validation_failed` for the value of a filter
   */
  async plan(visit: Visit, queryString: string, operation: Operation, id: string | null): Promise<Planned> {
    const { resource, access } = visit;
    const query = this.queries.parse(queryString, parametersOf(operation, id));
    const request = describeRequest(visit, operation, query, id);
    const { filters, ...authorized } = await authorizeQuery(resource, query, request, access);
    const filtered = await this.filters.resolve(filters, visit, request);
    const narrowing = allOf([authorized.narrowing, filtered]);
    const flagsRelated = operation !== 'index';
    const { relatablePerPage, more } = query;
    const plan = planNode(
      { resource, flagged: true, ...authorized, narrowing },
      { access, relatablePerPage, flagsRelated, tellsMore: more },
    );
    const bounds = { budget: this.newBudget(), filter: showFilter(access, this.entities) };
    const links = more && { more: moreLinks(pathOf(resource, this.options), query) };
    const question = { access, request, flagsRelated, isVisible: true, isCommitted: false, ...links };
    return { plan, query, question, bounds };
  }

  /** What callbacks learn of an operation that takes no parameters. @throws RequestError `invalid_query` for any */
  describeRequest(visit: Visit, queryString: string, operation: Operation, id: string | null): ResourceRequest {
    return describeRequest(visit, operation, this.queries.parse(queryString, 'none'), id);
  }

  private newBudget(): RowBudget {
    return new RowBudget(this.options.limits.rowBudget);
  }

  private async loadAnyway(
    { plan, bounds }: Planned,
    key: string | number,
    loader: RecordLoader,
  ): Promise<LoadedRecord> {
    const seen = await loader.record({ key, ...plan }, bounds.budget);
    const scope = notDeleted(plan.resource);
    const found = seen ?? (await loader.record({ key, ...plan, scope }, bounds.budget));
    if (!found) throw new RequestError('not_found');
    const node = await loader.below(plan, [found.row], bounds, found.related);
    return { node, isVisible: seen !== undefined, isWritten: false };
  }

  /** Reads everything below a page's or a record's rows, and asks about what was found. */
  async below(
    { plan, bounds, question }: Planned,
    rows: LoadedNode['rows'],
    first: readonly RowsByParent[] | null = null,
  ): Promise<FoundRecords> {
    const node = await this.loader.below(plan, rows, bounds, first);
    return { node, findings: await RecordFindings.gather(node, this.sources, question) };
  }
}

/** Whose parameters an operation takes. @contract C5.1 */
function parametersOf(operation: Operation, id: string | null): QueryOperation {
  if (operation === 'action') return id === null ? 'index action' : 'show action';
  return operation === 'index' ? 'index' : 'show';
}
