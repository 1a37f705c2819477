import type { ResolvedCondition } from '../authorization/resolved-condition.js';
import type { PagePlan } from './query-plan.js';

/**
 * Whether the total of a page may be estimated. The database estimates from statistics of whole
 * tables, so an estimate depends on rows that a scope hides, and would reveal how many there are and
 * what they contain. That is why the caller must see every row of the only table that is read.
 *
 * @contract C5.9
 */
export const isEstimable = ({ parent, filtered, scope, narrowing }: PagePlan): boolean =>
  parent === null && !filtered && scope.kind === 'everything' && readsOneRow(narrowing);

/** Whether a condition reads nothing but columns of its row. */
function readsOneRow(condition: ResolvedCondition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.every(readsOneRow);
    case 'not':
      return readsOneRow(condition.condition);
    case 'related':
    case 'sql':
      return false;
    default:
      return true;
  }
}
