import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * Returns the most records below one record of a plan, at all levels. Shared records count each
 * time.
 *
 * @param each related records per parent; defaults to the plan's limits
 */
export function maxRecordsBelow({ relations }: NodePlan, each?: number): number {
  return relations.reduce((sum, plan) => sum + maxRecordsOf(plan, each), 0);
}

/** Like {@link maxRecordsBelow}, for one relation of a record. */
export function maxRecordsOf(plan: RelationPlan, each?: number): number {
  const limit = each === undefined || !plan.relation.many ? plan.limit : each;
  return limit * (1 + maxRecordsBelow(plan, each));
}

/** Returns the longest page of the to-many relations, at any level; 0 without such relations. */
export function maxPageSize({ relations }: NodePlan): number {
  return relations.reduce((longest, plan) => {
    const own = plan.relation.many ? plan.limit : 0;
    return Math.max(longest, own, maxPageSize(plan));
  }, 0);
}

/**
 * Returns the shortest page of the to-many relations, at any level; infinite without such
 * relations.
 */
export function minPageSize({ relations }: NodePlan): number {
  return relations.reduce((shortest, plan) => {
    const own = plan.relation.many ? plan.limit : Infinity;
    return Math.min(shortest, own, minPageSize(plan));
  }, Infinity);
}
