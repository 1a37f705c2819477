import { resolveCondition } from '../../pipeline/authorization/resolve-condition.js';
import type { Row } from '../../database/connection/database.js';
import { hasRecordPolicy } from '../../pipeline/authorization/shown-records.js';
import {
  allOf,
  EVERYTHING,
  type ResolvedCondition,
} from '../../pipeline/authorization/resolved-condition.js';
import { LockedRecords } from '../../database/write/chunks.js';
import type { Dialect } from '../../database/dialects/dialect.js';
import { withWholeRows } from '../../pipeline/planning/plan-action.js';
import type { NodePlan } from '../../pipeline/planning/query-plan.js';
import type { ExactColumns } from '../../database/write/exact-rows.js';
import type { ActionContext } from './action-call.js';
import { handlerOf } from './action-handler.js';

/** The records that an action may receive: whole rows, and the plan of what the query includes. */
export interface ActionSelection {
  readonly plan: NodePlan;
  readonly records: LockedRecords;
  /** What a revert needs, behind the columns of the plan; `null` if it needs nothing. */
  readonly kept: ExactColumns | null;
}

/**
 * Selects the records that the user may see, narrowed by the query and by the action's
 * `indexQuery`.
 * @spec Actions, rule 4
 */
export function selectFor(
  context: ActionContext,
  dialect: Dialect,
  kept: ExactColumns | null,
): ActionSelection {
  const plan = withWholeRows(context.planned.plan);
  const condition = allOf([plan.scope, plan.narrowing, indexCondition(context)]);
  const { filterFresh } = context.planned.bounds;
  const shows = hasRecordPolicy(context.resource)
    ? (rows: readonly Row[]) => filterFresh(plan, rows)
    : null;
  const records = new LockedRecords(dialect, {
    target: context.resource,
    select: plan.select,
    more: kept?.sql ?? '',
    condition,
    shows,
  });
  return { plan, records, kept };
}

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
