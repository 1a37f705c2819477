import { resolveCondition } from '../../authorization/resolve-condition.js';
import type { Row } from '../../execution/database/database.js';
import { hasRecordPolicy } from '../../authorization/shown-records.js';
import {
  allOf,
  EVERYTHING,
  type ResolvedCondition,
} from '../../authorization/resolved-condition.js';
import { LockedRecords } from '../../execution/chunks.js';
import type { Dialect } from '../../execution/dialects/dialect.js';
import { withWholeRows } from '../../planning/plan-action.js';
import type { NodePlan } from '../../planning/query-plan.js';
import type { ActionContext } from './action-call.js';
import { handlerOf } from './action-handler.js';

/** The records that an action may have: whole rows, with what the query includes. */
export interface ActionSelection {
  readonly plan: NodePlan;
  readonly records: LockedRecords;
}

/**
 * What the user may see, what the query leaves of it, and what the action leaves of that. @spec
 * Actions, rule 4
 */
export function selectFor(context: ActionContext, dialect: Dialect): ActionSelection {
  const plan = withWholeRows(context.planned.plan);
  const condition = allOf([plan.scope, plan.narrowing, indexCondition(context)]);
  const { filterFresh } = context.planned.bounds;
  const shows = hasRecordPolicy(context.resource)
    ? (rows: readonly Row[]) => filterFresh(plan, rows)
    : null;
  const records = new LockedRecords(dialect, {
    target: context.resource,
    select: plan.select,
    condition,
    shows,
  });
  return { plan, records };
}

/** `indexQuery` narrows the records of index actions. */
function indexCondition({
  action,
  resource,
  authorizer,
  request,
}: ActionContext): ResolvedCondition {
  const narrowed = request.id === null ? handlerOf(action).indexQuery?.(request) : undefined;
  return narrowed
    ? resolveCondition(narrowed, resource, (other) => authorizer.scope(other))
    : EVERYTHING;
}
