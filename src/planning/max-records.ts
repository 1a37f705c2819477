import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * The most records that can hang on one record of a plan, at all its levels, those that are shared
 * counted each time.
 *
 * @param each related entries a parent; as they are planned unless told
 */
export function maxRecordsBelow({ relations }: NodePlan, each?: number): number {
  return relations.reduce((sum, plan) => sum + maxRecordsOf(plan, each), 0);
}

/** The same of one relation of a record. */
export function maxRecordsOf(plan: RelationPlan, each?: number): number {
  const limit = each === undefined || !plan.relation.many ? plan.limit : each;
  return limit * (1 + maxRecordsBelow(plan, each));
}

/** The longest page of the relations that lead to many records, at any level; 0 where none does. */
export function maxPageSize({ relations }: NodePlan): number {
  return relations.reduce((longest, plan) => {
    const own = plan.relation.many ? plan.limit : 0;
    return Math.max(longest, own, maxPageSize(plan));
  }, 0);
}

/**
 * The shortest page of the relations that lead to many records, at any level; infinite where none
 * does.
 */
export function minPageSize({ relations }: NodePlan): number {
  return relations.reduce((shortest, plan) => {
    const own = plan.relation.many ? plan.limit : Infinity;
    return Math.min(shortest, own, minPageSize(plan));
  }, Infinity);
}
