import type { NodePlan, RelationPlan } from './query-plan.js';

/**
 * The most records that can hang on one record of a plan, at all its levels, those that are shared
 * counted each time.
 *
 * @param each related entries a parent; as they are planned unless told
 */
export function mostBelow({ relations }: NodePlan, each?: number): number {
  return relations.reduce((sum, plan) => sum + mostOf(plan, each), 0);
}

/** The same of one relation of a record. */
export function mostOf(plan: RelationPlan, each?: number): number {
  const limit = each === undefined || !plan.relation.many ? plan.limit : each;
  return limit * (1 + mostBelow(plan, each));
}

/** The longest page of the relations that lead to many records, at any level; 0 where none does. */
export function longestPage({ relations }: NodePlan): number {
  return relations.reduce((longest, plan) => {
    const own = plan.relation.many ? plan.limit : 0;
    return Math.max(longest, own, longestPage(plan));
  }, 0);
}

/**
 * The shortest page of the relations that lead to many records, at any level; infinite where none
 * does.
 */
export function shortestPage({ relations }: NodePlan): number {
  return relations.reduce((shortest, plan) => {
    const own = plan.relation.many ? plan.limit : Infinity;
    return Math.min(shortest, own, shortestPage(plan));
  }, Infinity);
}
