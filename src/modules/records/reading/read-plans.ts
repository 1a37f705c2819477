import { Inject, Injectable, Optional } from '@nestjs/common';
import { enterStage } from '../../../base/work-trace.js';
import {
  authorizeQuery,
  type AuthorizedQuery,
} from '../../../pipeline/authorization/authorize-query.js';
import {
  describeRequest,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import { notDeleted } from '../../../pipeline/authorization/resolve-condition.js';
import {
  allOf,
  EVERYTHING,
  NOTHING,
  type ResolvedCondition,
} from '../../../pipeline/authorization/resolved-condition.js';
import { canShowAny } from '../../../pipeline/authorization/shown-records.js';
import type { Key, Operation, ResourceRequest } from '../../../base/types/register.js';
import { oneByOne, whenKnown, type Eventual } from '../../../base/when-known.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import type { Bounds } from '../../../database/read/relation-loader.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { planNode } from '../../../pipeline/planning/plan-node.js';
import type { NodePlan, RecordPlan } from '../../../pipeline/planning/query-plan.js';
import {
  ParsedQueries,
  type QueryOperation,
  type ResourceQuery,
} from '../../../pipeline/request/index.js';
import { BoundedReads } from './bounded-reads.js';
import { FilterConditions } from './filter-conditions.js';
import {
  logRefusal,
  NOTHING_HIDDEN,
  showFilters,
  type RecordMetaOptions,
} from './loaded-record-meta.js';
import { moreLinks } from './more-links.js';
import { collectionPathOf } from './resource-path.js';
import { ShownVersions } from './shown-versions.js';

/** A query string that is parsed, and whose names the caller may use. */
export interface AdmittedQuery {
  readonly context: RequestContext;
  /** The request as callbacks see it. */
  readonly request: ResourceRequest;
  readonly query: ResourceQuery;
  readonly authorized: AuthorizedQuery;
}

/** A read that is parsed, authorized and planned: only the rows can still cause its rejection. */
export interface Planned {
  readonly plan: NodePlan;
  readonly query: ResourceQuery;
  /** The options for policies and callables after the records are loaded. */
  readonly question: RecordMetaOptions;
  readonly bounds: Bounds;
}

/**
 * Plans reads: parse, authorize, plan. Every operation that returns records begins with it, writes
 * before they write.
 *
 * @contract C4.3, C5
 */
@Injectable()
export class ReadPlans {
  private readonly queries: ParsedQueries;

  constructor(
    private readonly entities: EntityReader,
    private readonly filters: FilterConditions,
    private readonly bounded: BoundedReads,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Optional() @Inject(ShownVersions) private readonly versions?: ShownVersions,
  ) {
    this.queries = new ParsedQueries(options.limits);
  }

  /** @throws RequestError `invalid_query`, `validation_failed` for the value of a filter */
  plan(
    context: RequestContext,
    queryString: string,
    operation: Operation,
    id: string | null,
  ): Eventual<Planned> {
    return whenKnown(this.admit(context, queryString, operation, id), (admitted) =>
      this.planAdmitted(admitted),
    );
  }

  /**
   * Parses and authorizes a query. Guards call it where they check something else before the values
   * of filters.
   *
   * @throws RequestError `invalid_query`
   */
  admit(
    context: RequestContext,
    queryString: string,
    operation: Operation,
    id: string | null,
  ): Eventual<AdmittedQuery> {
    const { resource, authorizer } = context;
    enterStage('parse');
    const query = this.queries.parse(queryString, parametersOf(operation, id));
    enterStage('authorize');
    const request = describeRequest(context, operation, query, id);
    return whenKnown(authorizeQuery(resource, query, request, authorizer), (authorized) => {
      context.deprecations?.noteQuery(resource, query);
      return { context, request, query, authorized };
    });
  }

  /** @throws RequestError `validation_failed` for the value of a filter */
  planAdmitted(admitted: AdmittedQuery): Eventual<Planned> {
    const { context, request, authorized } = admitted;
    const { filters } = authorized;
    enterStage('authorize');
    const conditions = oneByOne([
      () => (filters.length === 0 ? EVERYTHING : this.filters.resolve(filters, context, request)),
      () => shownAtAll(context, request.operation),
    ]);
    return whenKnown(conditions, (further) =>
      this.planNarrowed(admitted, allOf([authorized.narrowing, ...further])),
    );
  }

  private planNarrowed(
    { context, request, query, authorized }: AdmittedQuery,
    narrowing: ResolvedCondition,
  ): Planned {
    const { resource, authorizer } = context;
    const flagsRelated = request.operation !== 'index';
    const { relatablePerPage, more } = query;
    enterStage('plan');
    const plan = planNode(
      { resource, flagged: true, ...authorized, narrowing },
      { authorizer, relatablePerPage, flagsRelated, linksToMore: more },
    );
    const onlyReads = request.operation === 'index' || request.operation === 'show';
    const filters = showFilters(authorizer, this.entities);
    const bounds = this.bounded.boundsFor(context, filters, onlyReads);
    const links = more && { more: moreLinks(collectionPathOf(resource, this.options), query) };
    const question = {
      authorizer,
      request,
      flagsRelated,
      hidden: NOTHING_HIDDEN,
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
  record({ plan }: Pick<Planned, 'plan'>, key: Key): RecordPlan {
    return { key, versioned: this.versions?.areServed ?? false, ...plan };
  }

  /** Plans the read of a record that may be outside the user's scope. */
  recordAnyway(planned: Pick<Planned, 'plan'>, key: Key): RecordPlan {
    return { ...this.record(planned, key), scope: notDeleted(planned.plan.resource) };
  }
}

/** Selects nothing if `show` refuses every record of the resource. @contract C4.4 */
function shownAtAll(
  { authorizer, resource }: RequestContext,
  operation: Operation,
): Eventual<ResolvedCondition> {
  if (operation !== 'index' && operation !== 'action') return EVERYTHING;
  return whenKnown(canShowAny(authorizer, resource), (canShow) => {
    if (canShow) return EVERYTHING;
    logRefusal(resource, 'every record');
    return NOTHING;
  });
}

/** Returns the operation whose query parameters apply. @contract C5.1 */
function parametersOf(operation: Operation, id: string | null): QueryOperation {
  if (operation === 'action') return id === null ? 'index action' : 'show action';
  return operation === 'index' ? 'index' : 'show';
}
