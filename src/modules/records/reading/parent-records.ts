import { Inject, Injectable } from '@nestjs/common';
import { verifyShown } from '../../../pipeline/authorization/shown-records.js';
import { isAvailable } from '../../../pipeline/authorization/is-available.js';
import { RequestError } from '../../../base/errors/index.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { RecordLoader } from '../../../database/read/record-loader.js';
import { ByteBudget } from '../../../database/read/byte-budget.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { RowBudget } from '../../../database/read/row-budget.js';
import { planParent } from '../../../pipeline/planning/plan-page.js';
import type { CompiledRelation } from '../../../registry/resources/compiled-resource.js';
import { emptyQuery } from '../../../pipeline/request/index.js';
import { getKey } from '../../../pipeline/request/parse-key.js';
import {
  describeRequest,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';

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
