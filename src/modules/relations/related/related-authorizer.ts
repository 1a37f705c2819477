import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../../base/work-trace.js';
import { RequestError } from '../../../base/errors/index.js';
import { ByteBudget } from '../../../database/read/byte-budget.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { RecordLoader } from '../../../database/read/record-loader.js';
import { RowBudget } from '../../../database/read/row-budget.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { isAvailable } from '../../../pipeline/authorization/is-available.js';
import {
  describeUnparsed,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import { verifyShown } from '../../../pipeline/authorization/shown-records.js';
import { planParent } from '../../../pipeline/planning/plan-page.js';
import type { PageParent } from '../../../pipeline/planning/query-plan.js';
import { getKey } from '../../../pipeline/request/parse-key.js';
import type { CompiledRelation } from '../../../registry/resources/compiled-resource.js';
import type { RecordCall } from '../../records/authorizing/record-authorizer.js';
import { ReadPlans, type AdmittedQuery } from '../../records/reading/read-plans.js';
import { recordPathOf } from '../../records/reading/resource-path.js';

/** A request for the records in a relation of one record. */
export interface RelatedCall extends RecordCall {
  /** The relation's key from the path. */
  readonly relation: string;
}

/** A page of related records that may be read. */
export interface AuthorizedRelated {
  readonly query: AdmittedQuery;
  readonly parent: PageParent;
  /** Of the relation, for the links of pages. */
  readonly path: string;
}

/**
 * Checks that the caller sees the record of the path and may use its relation. The guard calls it.
 *
 * @contract C4.3, C5.1
 */
@Injectable()
export class RelatedAuthorizer {
  constructor(
    private readonly plans: ReadPlans,
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * @throws RequestError `not_found` for the record, or for a relation that is to-one, unknown or
   * not available to the caller; `invalid_query`
   */
  async authorize(call: RelatedCall): Promise<AuthorizedRelated> {
    const { context, id, queryString } = call;
    const relation = await getRelation(call);
    context.deprecations?.note(relation.options);
    const target: RequestContext = { ...context, resource: relation.resource };
    const query = await this.plans.admit(target, queryString, 'index', null);
    const value = await this.getJoiningValue(call, relation);
    const path = `${recordPathOf(context.resource, id, this.options)}/${relation.key}`;
    return { query, parent: { relation, value }, path };
  }

  /**
   * Returns the value of the record that its relation is joined on.
   *
   * @throws RequestError `not_found` for a record that does not exist, or that the user may not see
   */
  private async getJoiningValue(
    { context: { resource, authorizer }, id }: RelatedCall,
    relation: CompiledRelation,
  ): Promise<unknown> {
    const key = getKey(id, resource.keyColumn);
    const { plan, joinedBy } = planParent(resource, relation, key, authorizer);
    const { responseBytes } = this.options.limits;
    const budgets = { budget: new RowBudget(1), bytes: new ByteBudget(responseBytes, null) };
    enterStage('execute');
    const found = await this.loader.record(plan, budgets);
    if (!found) throw new RequestError('not_found');
    enterStage('authorize');
    await verifyShown(authorizer, resource, this.entities.read(plan, [found.row])[0]!);
    return found.row[joinedBy];
  }
}

/** @throws RequestError `not_found` for anything but a to-many relation that the caller may use */
async function getRelation({ context, id, relation }: RelatedCall): Promise<CompiledRelation> {
  const member = context.resource.relations.get(relation);
  if (member?.form !== 'relation' || !member.many) throw new RequestError('not_found');
  const request = describeUnparsed(context, 'show', '', id);
  if (!(await isAvailable(member, request, context.authorizer)))
    throw new RequestError('not_found');
  return member;
}
