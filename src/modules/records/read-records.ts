import { Inject, Injectable } from '@nestjs/common';
import { authorizeFields, authorizeInclude } from '../../authorization/authorize-include.js';
import { mayShow } from '../../authorization/record-flags.js';
import { RequestError } from '../../errors/index.js';
import { EntityReader } from '../../execution/entity-reader.js';
import type { LoadedNode } from '../../execution/loaded.js';
import { RecordLoader } from '../../execution/record-loader.js';
import type { Bounds, RowsByParent } from '../../execution/relation-loader.js';
import { RowBudget } from '../../execution/row-budget.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { planNode } from '../../planning/plan-node.js';
import type { NodePlan, PagePlan, RecordPlan } from '../../planning/query-plan.js';
import { ParsedQueries, type QueryOperation, type ResourceQuery } from '../../request/index.js';
import { parseKey } from '../../request/parse-key.js';
import type { PageFacts } from '../../serialization/envelopes.js';
import { describeRequest, type Reading } from './reading.js';
import { RecordFindings, showFilter, type Question } from './record-findings.js';

/** Records with all that an answer says of them. */
export interface FoundRecords {
  readonly node: LoadedNode;
  readonly findings: RecordFindings;
}
export interface FoundPage extends FoundRecords {
  readonly page: PageFacts;
}

interface Planned {
  readonly plan: NodePlan;
  readonly query: ResourceQuery;
  /** What policies and callables are asked once the records are there. */
  readonly question: Question;
  readonly bounds: Bounds;
}

/**
 * Index and show. Reading from top to bottom is reading the request: parse, authorize, plan, execute, ask about what was
 * found.
 *
 * @contract C4
 */
@Injectable()
export class ReadRecords {
  private readonly queries: ParsedQueries;

  constructor(
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {
    this.queries = new ParsedQueries(options.limits);
  }

  /** One page of the records that the user may see. @throws RequestError `invalid_query` */
  async index(reading: Reading, queryString: string): Promise<FoundPage> {
    const planned = await this.plan(reading, queryString, 'index');
    const { number, size } = planned.query.page;
    const plan: PagePlan = { ...planned.plan, number, size: size ?? reading.resource.perPage };
    const { rows, total } = await this.loader.page(plan);
    const found = await this.below(planned, rows);
    const path = `${this.options.publicUrl ?? ''}${this.options.prefix}/${reading.resource.key}`;
    return { ...found, page: { number, size: plan.size, total, path, parameters: planned.query.parameters } };
  }

  /** One record. @throws RequestError `invalid_query`, `not_found`, `unauthorized` */
  async show(reading: Reading, id: string, queryString: string): Promise<FoundRecords> {
    const planned = await this.plan(reading, queryString, 'show');
    const key = parseKey(id, reading.resource.keyColumn);
    if (key === undefined) throw new RequestError('not_found');
    const plan: RecordPlan = { ...planned.plan, key };
    const found = await this.loader.record(plan, planned.bounds.budget);
    if (!found) throw new RequestError('not_found');
    const [shown] = await mayShow(reading.access, reading.resource, this.entities.read(plan, [found.row]));
    if (!shown) throw new RequestError('unauthorized');
    return this.below(planned, [found.row], found.related);
  }

  private async plan(
    reading: Reading,
    queryString: string,
    operation: QueryOperation & ('index' | 'show'),
  ): Promise<Planned> {
    const { resource, access } = reading;
    const query = this.queries.parse(queryString, operation);
    const request = describeRequest(reading, operation, query);
    const fields = authorizeFields(resource, query.fields);
    const include = await authorizeInclude(resource, query.include, request, access);
    const flagsRelated = operation !== 'index';
    const { relatablePerPage } = query;
    const plan = planNode({ resource, fields, flagged: true, ...include }, { access, relatablePerPage, flagsRelated });
    const budget = new RowBudget(this.options.limits.rowBudget);
    const bounds = { budget, filter: showFilter(access, this.entities) };
    return { plan, query, question: { access, request, flagsRelated }, bounds };
  }

  private async below(
    { plan, bounds, question }: Planned,
    rows: LoadedNode['rows'],
    first: readonly RowsByParent[] | null = null,
  ): Promise<FoundRecords> {
    const node = await this.loader.below(plan, rows, bounds, first);
    return { node, findings: await RecordFindings.gather(node, this.entities, question) };
  }
}
