import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../../base/work-trace.js';
import { invalidQuery, type RequestError } from '../../../base/errors/index.js';
import type { PageRows } from '../../../database/read/page-reader.js';
import { RecordLoader } from '../../../database/read/record-loader.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { describeOrder } from '../../../pipeline/planning/describe-order.js';
import { planJsonAggregation } from '../../../pipeline/planning/plan-json-aggregation.js';
import { planPage } from '../../../pipeline/planning/plan-page.js';
import type { PagePlan, PagePlace } from '../../../pipeline/planning/query-plan.js';
import {
  decodeCursor,
  encodeCursor,
  type CursorValue,
} from '../../../pipeline/request/page-cursor.js';
import { narrowingKeyOf } from '../../../pipeline/request/narrowing-key.js';
import type { ResourceQuery } from '../../../pipeline/request/resource-query.js';
import type { PageFacts } from '../../../serialization/envelopes.js';
import { RecordPage } from '../../../serialization/results.js';
import { BoundedReads } from './bounded-reads.js';
import { ReadPlans, type Planned } from './read-plans.js';
import { ReadRecords } from './read-records.js';
import { collectionPathOf } from './resource-path.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';

/** Reads a page of any list; a feature may read it in another way. */
export interface ListReader {
  /**
   * @param path of the list, for the links of pages
   * @param planOf plans the page at a place, with at most `size` records
   * @throws RequestError `invalid_query` for a cursor of another list, or past the budgets
   */
  page(
    planned: Planned,
    path: string,
    planOf: (place: PagePlace, size: number) => PagePlan,
  ): Promise<RecordPage>;
}

/** Reads pages of the records of a resource. @contract C3.1, C5.1 */
@Injectable()
export class IndexRecords implements ListReader {
  constructor(
    private readonly plans: ReadPlans,
    private readonly reads: ReadRecords,
    private readonly loader: RecordLoader,
    private readonly bounded: BoundedReads,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * Returns a page of the records that the user may see.
   * @throws RequestError `invalid_query`, `validation_failed`
   */
  async index(context: RequestContext, queryString: string): Promise<RecordPage> {
    return this.read(await this.plans.plan(context, queryString, 'index', null));
  }

  /** Returns the page of an index that is already authorized and planned. */
  read(planned: Planned, reader: ListReader = this): Promise<RecordPage> {
    return reader.page(
      planned,
      collectionPathOf(planned.plan.resource, this.options),
      (place, size) => this.planJsonAggregation(planPage(planned.plan, size, place)),
    );
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

  async page(
    planned: Planned,
    path: string,
    planOf: (place: PagePlace, size: number) => PagePlan,
  ): Promise<RecordPage> {
    const { query } = planned;
    if (query.page.size === 'all') throw this.onlyExported(query);
    const size = query.page.size ?? planned.plan.resource.perPage;
    const planAt = (place: PagePlace) => planOf(place, size);
    const plan = planAt(placeOf(query, planAt));
    return this.bounded.read(plan, planned.bounds, async (bounds) => {
      enterStage('execute');
      const read = await this.loader.page(plan, bounds);
      const paged = { ...planned, bounds, plan: { ...plan, aggregated: read.nested } };
      const { node, recordMeta } = await this.reads.below(paged, read.rows);
      const facts = {
        size: plan.size,
        place: factsOf(plan, query, read),
        path,
        parameters: query.parameters,
      };
      return new RecordPage(node, recordMeta, facts, bounds.bytes.readSlot);
    });
  }

  /** @contract C17.3 */
  private onlyExported({ parameters }: ResourceQuery): RequestError {
    const [name] = parameters.find(([each]) => each === 'perPage' || each === 'page[size]')!;
    return invalidQuery(
      name,
      `"all" is only for exports as CSV or NDJSON. For pages of JSON, use a whole number from 1 to ${this.options.limits.perPage}.`,
    );
  }
}

/** Returns where the page begins. The content of a cursor depends on the plan's order. */
function placeOf(query: ResourceQuery, planAt: (place: PagePlace) => PagePlan): PagePlace {
  const { page, cursor, total } = query;
  if (cursor === null) return { by: 'number', number: page.number, total };
  const start: PagePlace = { by: 'cursor', after: null };
  if (cursor === '') return start;
  const plan = planAt(start);
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
  { total, isEstimated, hasMore, end }: PageRows,
): PageFacts['place'] {
  if (plan.place.by === 'number')
    return { by: 'number', number: plan.place.number, total, isEstimated, hasMore };
  const next =
    hasMore && end !== null
      ? encodeCursor(signatureOf(plan, query), end as readonly CursorValue[])
      : null;
  return { by: 'cursor', next };
}
