import type { OrderTerm, ResolvedOrder } from '../authorization/resolved-order.js';

/** Describes an order in one line, for people: `status, user.name descending, id descending`. */
export const describeOrder = ({ terms, joins }: ResolvedOrder): string =>
  terms.map((term) => describeTerm(term, joins)).join(', ');

function describeTerm(
  { column, path, of, descending }: OrderTerm,
  joins: ResolvedOrder['joins'],
): string {
  const owner =
    typeof of === 'number' ? `${joins[of]!.relation.key}.` : of === 'link' ? 'link.' : '';
  return owner + [column.name, ...path].join('->') + (descending ? ' descending' : '');
}
