import type { NodePlan, PagePlan } from './query-plan.js';

/**
 * Returns the most records below one record of a plan, at all levels. Shared records count each
 * time.
 */
export const maxRecordsBelow = ({ relations }: NodePlan): number =>
  relations.reduce((sum, plan) => sum + plan.limit * (1 + maxRecordsBelow(plan)), 0);

/** Whether a plan contains a to-many relation, at any level. */
const hasLists = ({ relations }: NodePlan): boolean =>
  relations.some((plan) => plan.relation.many || hasLists(plan));

/**
 * Returns how to ask for less than a plan, as the end of a sentence: the parameters that can be lower,
 * and then what can be left out.
 *
 * @param parts what can be left out: `relations`
 * @contract C12
 */
export function waysToAskForLess(plan: NodePlan | PagePlan, parts: string): string {
  const numbers = [
    ...(hasLists(plan) ? ['relatablePerPage'] : []),
    ...('size' in plan && plan.size > 1 ? ['perPage'] : []),
  ];
  const lower = numbers.length > 0 ? `a lower ${numbers.join(' or ')}, or ` : '';
  return `Ask for ${lower}fewer ${parts}.`;
}
