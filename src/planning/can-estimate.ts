import type { ResolvedCondition } from '../authorization/resolved-condition.js';
import type { PagePlan } from './query-plan.js';

/**
 * Whether the database's statistics may estimate the total of a page. They describe all rows of a
 * table, so an estimate would depend on rows that the caller may not see, if there were any: it is
 * used only if the scope contains every row, and no condition uses another table.
 *
 * @param ofTables whether the database knows the rows of a whole table only
 * @contract C5.9
 */
export function canEstimate({ parent, scope, narrowing }: PagePlan, ofTables: boolean): boolean {
  if (parent !== null || scope.kind !== 'everything') return false;
  return ofTables ? narrowing.kind === 'everything' : isOfOwnColumns(narrowing);
}

function isOfOwnColumns(condition: ResolvedCondition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.every(isOfOwnColumns);
    case 'not':
      return isOfOwnColumns(condition.condition);
    default:
      return condition.kind !== 'related' && condition.kind !== 'sql';
  }
}
