import { Inject, Injectable } from '@nestjs/common';
import type { PageRows } from '../../../execution/page-reader.js';
import { RecordLoader } from '../../../execution/record-loader.js';
import { traceStage } from '../../../execution/trace.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { describeOrder } from '../../../planning/describe-order.js';
import { planJsonAggregation } from '../../../planning/plan-json-aggregation.js';
import { planPage, planRelatedPage } from '../../../planning/plan-page.js';
import type { PagePlan, PageParent, PagePlace } from '../../../planning/query-plan.js';
import { decodeCursor, encodeCursor, type CursorValue } from '../../../request/page-cursor.js';
import type { ResourceQuery } from '../../../request/resource-query.js';
import type { PageFacts } from '../../../serialization/envelopes.js';
import { RecordPage } from '../../../serialization/results.js';
import { ExportRecords, type ExportedList } from '../exports/export-records.js';
import { onlyExported, planLines } from '../exports/export-terms.js';
import { BoundedReads } from './bounded-reads.js';
import { ParentRecords } from './parent-records.js';
import { ReadRecords, type Planned } from './read-records.js';
import { pathOf, recordPathOf } from '../resource-path.js';
import type { RequestContext } from '../../../authorization/request-context.js';

/**
 * Reads pages of the records of a resource, or of the records related to one record.
 * @contract C3.1, C5.1
 */
@Injectable()
export class IndexRecords {
  constructor(
    private readonly reads: ReadRecords,
    private readonly parents: ParentRecords,
    private readonly loader: RecordLoader,
    private readonly bounded: BoundedReads,
    private readonly exports: ExportRecords,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * Returns a page of the records that the user may see.
   * @throws RequestError `invalid_query`, `validation_failed`
   */
  async index(context: RequestContext, queryString: string): Promise<RecordPage> {
    return this.read(context, await this.reads.plan(context, queryString, 'index', null));
  }

  /** Returns the page of an index that is already authorized and planned. */
  async read(context: RequestContext, authorized: Planned): Promise<RecordPage> {
    const planned = inFormat(context, authorized);
    const path = pathOf(context.resource, this.options);
    const planOf: PlanOf = (place, size) => {
      const plan = planPage(planned.plan, size, place);
      return context.format === 'csv' ? plan : this.planJsonAggregation(plan);
    };
    return this.page({ context, planned, path, planOf });
  }

  /**
   * Returns a page of the records in a to-many relation of a record, with the query parameters of
   * an index of their resource.
   *
   * @throws RequestError `not_found` for the record, or for a relation that is to-one, unknown or
   * not available to the user; `invalid_query`, `validation_failed`, `unauthorized`
   */
  async related(
    context: RequestContext,
    id: string,
    key: string,
    queryString: string,
  ): Promise<RecordPage> {
    const relation = await this.parents.getRelation(context, id, key);
    const target: RequestContext = { ...context, resource: relation.resource };
    const planned = inFormat(target, await this.reads.plan(target, queryString, 'index', null));
    const parent: PageParent = {
      relation,
      value: await this.parents.getJoiningValue(context, id, relation),
    };
    const path = `${recordPathOf(context.resource, id, this.options)}/${relation.key}`;
    const planOf: PlanOf = (place, size) =>
      planRelatedPage(planned.plan, size, place, parent, planned.query.fields === null);
    return this.page({ context: target, planned, path, planOf });
  }

  /**
   * Where a page is read by its order's values, they end the rows in place of what the database
   * would write.
   */
  private planJsonAggregation(plan: PagePlan): PagePlan {
    if (plan.place.by === 'cursor' || plan.filtered) return plan;
    const { rowBudget } = this.options.limits;
    return planJsonAggregation(plan, {
      canAggregate: this.loader.writes,
      rowBudget,
      flagsRelated: false,
      records: plan.size,
    });
  }

  private async page({ context, planned, path, planOf }: List): Promise<RecordPage> {
    const { query } = planned;
    const { format, resource } = context;
    if (query.page.size === 'all') {
      if (format === undefined) throw onlyExported();
      return this.exports.all({ context, format, planned, path, planOf });
    }
    const size = query.page.size ?? resource.perPage;
    const plan = planOf(
      placeOf(query, (place) => planOf(place, size)),
      size,
    );
    return this.bounded.read(plan, planned.bounds, this.loader, async (bounds) => {
      const read = await traceStage('execute', () => this.loader.page(plan, bounds));
      const paged = { ...planned, bounds, plan: { ...plan, aggregated: read.nested } };
      const { node, recordMeta } = await this.reads.below(paged, read.rows);
      const facts = {
        size: plan.size,
        place: factsOf(plan, query, read),
        path,
        parameters: query.parameters,
      };
      const exported = format ? { format, next: null } : null;
      return new RecordPage(node, recordMeta, facts, bounds.bytes.readSlot, exported);
    });
  }
}

/** The list that a page is read from. */
type List = Omit<ExportedList, 'format'>;
type PlanOf = ExportedList['planOf'];

/** @throws RequestError `invalid_query` for what the format cannot contain */
const inFormat = ({ format }: RequestContext, planned: Planned): Planned =>
  format === 'csv' ? { ...planned, plan: planLines(planned.plan, planned.query.include) } : planned;

/** Returns where the page begins. The content of a cursor depends on the plan's order. */
function placeOf(query: ResourceQuery, planOf: (place: PagePlace) => PagePlan): PagePlace {
  const { page, cursor, count } = query;
  if (cursor === null) return { by: 'number', number: page.number, count };
  const start: PagePlace = { by: 'cursor', after: null };
  if (cursor === '') return start;
  const plan = planOf(start);
  return {
    by: 'cursor',
    after: decodeCursor(signatureOf(plan, query), plan.order.terms, cursor),
  };
}

/**
 * Identifies the list that a cursor belongs to: whose records it contains, their order, and what
 * narrows them.
 */
function signatureOf({ resource, parent, order }: PagePlan, query: ResourceQuery): string {
  const owner = parent ? [parent.relation.key, String(parent.value)] : [];
  return JSON.stringify([resource.key, ...owner, describeOrder(order), narrowingKeyOf(query)]);
}

function factsOf(
  plan: PagePlan,
  query: ResourceQuery,
  { total, totalIs, hasMore, end }: PageRows,
): PageFacts['place'] {
  if (plan.place.by === 'number')
    return { by: 'number', number: plan.place.number, total, totalIs, hasMore };
  const next =
    hasMore && end !== null
      ? encodeCursor(signatureOf(plan, query), end as readonly CursorValue[])
      : null;
  return { by: 'cursor', next };
}

/**
 * Returns what narrows the records of a query, independent of the order of its parameters. It
 * contains the values of filters and not their conditions, because a condition may depend on the
 * current time.
 */
function narrowingKeyOf({ search, matches, filters }: ResourceQuery): string {
  const conditions = matches.map(({ field, negated, operator, value }) =>
    JSON.stringify([field, negated, operator, value]),
  );
  return JSON.stringify([search, conditions.sort(), filters]);
}
