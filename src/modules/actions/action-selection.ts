import { resolveCondition } from '../../authorization/resolve-condition.js';
import type { Row } from '../../execution/database/database.js';
import { decidesOnRecords } from '../../authorization/shown-records.js';
import {
  allOf,
  EVERYTHING,
  type ResolvedCondition,
} from '../../authorization/resolved-condition.js';
import { LockedRecords } from '../../execution/chunks.js';
import type { Dialect } from '../../execution/dialects/dialect.js';
import { withWholeRows } from '../../planning/plan-action.js';
import type { NodePlan } from '../../planning/query-plan.js';
import type { ActionVisit } from './action-call.js';
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
export function selectFor(visit: ActionVisit, dialect: Dialect): ActionSelection {
  const plan = withWholeRows(visit.planned.plan);
  const condition = allOf([plan.scope, plan.narrowing, indexCondition(visit)]);
  const { filterNow } = visit.planned.bounds;
  const shows = decidesOnRecords(visit.resource)
    ? (rows: readonly Row[]) => filterNow(plan, rows)
    : null;
  const records = new LockedRecords(dialect, {
    target: visit.resource,
    select: plan.select,
    condition,
    shows,
  });
  return { plan, records };
}

/** `indexQuery` narrows the records of index actions. */
function indexCondition({ action, resource, access, request }: ActionVisit): ResolvedCondition {
  const narrowed = request.id === null ? handlerOf(action).indexQuery?.(request) : undefined;
  return narrowed
    ? resolveCondition(narrowed, resource, (other) => access.scope(other))
    : EVERYTHING;
}
