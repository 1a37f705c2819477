import { Injectable } from '@nestjs/common';
import type { RequestedFilter } from '../../../pipeline/authorization/authorize-filters.js';
import { resolveCondition } from '../../../pipeline/authorization/resolve-condition.js';
import {
  allOf,
  type ResolvedCondition,
} from '../../../pipeline/authorization/resolved-condition.js';
import type { ConditionNode } from '../../../definition/contracts/condition.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import { RequestError, type ErrorTexts } from '../../../base/errors/index.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { FilterValues } from './filter-values.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';

/** Converts declared filters to conditions, after validating their values. @contract C5.7, C5.9 */
@Injectable()
export class FilterConditions {
  constructor(private readonly values: FilterValues) {}

  /**
   * @throws RequestError `validation_failed` with the errors of each value under `filters.<key>`
   */
  async resolve(
    requested: readonly RequestedFilter[],
    context: RequestContext,
    request: ResourceRequest,
  ): Promise<ResolvedCondition> {
    const checked = await Promise.all(
      requested.map((each) => this.values.check(each, context, request)),
    );
    const errors: ErrorTexts = Object.assign(
      {},
      ...checked.map((each) => each.errors),
    ) as ErrorTexts;
    if (Object.keys(errors).length > 0) throw new RequestError('validation_failed', { errors });
    const conditions = await Promise.all(
      requested.map(async ({ filter }, at) =>
        filter.handler.condition(request, checked[at]!.value as never),
      ),
    );
    return allOf(conditions.map((condition) => this.scoped(condition, context)));
  }

  /** Limits the related records of a filter's condition to those that the user may see. */
  private scoped(condition: ConditionNode, context: RequestContext): ResolvedCondition {
    const scopeOf = (resource: CompiledResource) => context.authorizer.scope(resource);
    return resolveCondition(condition, context.resource, scopeOf, scopeOf);
  }
}
