import { Inject, Injectable } from '@nestjs/common';
import { verifyShown } from '../../../authorization/shown-records.js';
import { isAvailable } from '../../../authorization/is-available.js';
import { RequestError } from '../../../errors/index.js';
import { EntityReader } from '../../../execution/entity-reader.js';
import { RecordLoader } from '../../../execution/record-loader.js';
import { ByteBudget } from '../../../execution/byte-budget.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { RowBudget } from '../../../execution/row-budget.js';
import { planParent } from '../../../planning/plan-page.js';
import type { CompiledRelation } from '../../../registry/compiled-resource.js';
import { emptyQuery } from '../../../request/index.js';
import { getKey } from '../../../request/parse-key.js';
import { describeRequest, type RequestContext } from '../../../authorization/request-context.js';

/** Finds the parent record and the relation that a path names. */
@Injectable()
export class ParentRecords {
  constructor(
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * Returns a to-many relation that the user may use.
   *
   * @throws RequestError `not_found` for any other relation
   */
  async getRelation(context: RequestContext, id: string, key: string): Promise<CompiledRelation> {
    const member = context.resource.relations.get(key);
    if (member?.form !== 'relation' || !member.many) throw new RequestError('not_found');
    const request = describeRequest(context, 'show', emptyQuery, id);
    if (!(await isAvailable(member, request, context.authorizer)))
      throw new RequestError('not_found');
    context.deprecations?.note(member.options);
    return member;
  }

  /**
   * Returns the value of a record that its relation is joined on.
   *
   * @throws RequestError `not_found` for a record that does not exist, or that the user may not see
   */
  async getJoiningValue(
    context: RequestContext,
    id: string,
    relation: CompiledRelation,
  ): Promise<unknown> {
    const { resource, authorizer } = context;
    const key = getKey(id, resource.keyColumn);
    const { plan, joinedBy } = planParent(resource, relation, key, authorizer);
    const { responseBytes } = this.options.limits;
    const budgets = { budget: new RowBudget(1), bytes: new ByteBudget(responseBytes, null) };
    const found = await this.loader.record(plan, budgets);
    if (!found) throw new RequestError('not_found');
    await verifyShown(authorizer, resource, this.entities.read(plan, [found.row])[0]!);
    return found.row[joinedBy];
  }
}
