import type { ResourceRequest } from '../../base/types/register.js';
import { allowedNames, invalidQuery, type RequestError } from '../../base/errors/index.js';
import type {
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { Eventual } from '../../base/when-known.js';
import { quoted, shown } from '../request/refusal.js';
import type { SortList, WrittenSort } from '../request/resource-query.js';
import type { Authorizer } from './authorizer.js';
import { allowListOf, type Sortable } from './allow-list.js';
import { availableOf, isAvailable } from './is-available.js';
import { defaultOrder, keyTerm, type OrderTerm, type ResolvedOrder } from './resolved-order.js';

/**
 * Turns the names of a sort into columns and joins. For a column of a relation that the user may
 * not use, the response is the same as for one that does not exist. The key is the last step.
 *
 * @contract C5.5, C5.9
 * @throws RequestError `invalid_query`
 */
export const authorizeSort = (
  resource: CompiledResource,
  list: SortList | null,
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<ResolvedOrder> =>
  list === null ? defaultOrder(resource) : orderBy(resource, list, request, authorizer);

async function orderBy(
  resource: CompiledResource,
  list: SortList,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<ResolvedOrder> {
  const relations: CompiledRelation[] = [];
  const terms: OrderTerm[] = [];
  for (const step of list.steps) {
    const sortable = allowListOf(resource).sorts.get(step.name);
    if (!sortable || !(await isUsable(sortable, request, authorizer)))
      throw await unknownSort(resource, list, step, request, authorizer);
    if (!terms.some((term) => isKey(term, resource))) terms.push(termOf(sortable, step, relations));
  }
  const joins = relations.map((relation) => ({
    relation,
    scope: authorizer.scope(relation.resource),
  }));
  const isTotal = terms.some((term) => isKey(term, resource));
  return { terms: isTotal ? terms : [...terms, keyTerm(resource, true)], joins };
}

/** Keys are unique, so steps after the key have no effect. */
const isKey = ({ of, column }: OrderTerm, { keyColumn }: CompiledResource): boolean =>
  of === 'row' && column === keyColumn;

const isUsable = ({ relation }: Sortable, request: ResourceRequest, authorizer: Authorizer) =>
  relation === null || isAvailable(relation, request, authorizer);

/** @param relations the relations that the order joins; new ones are added */
function termOf(
  { column, path, relation }: Sortable,
  { descending }: WrittenSort,
  relations: CompiledRelation[],
): OrderTerm {
  const nullable = column.nullable || path.length > 0 || relation !== null;
  if (relation !== null && !relations.includes(relation)) relations.push(relation);
  return {
    column,
    path,
    of: relation === null ? 'row' : relations.indexOf(relation),
    descending,
    nullable,
  };
}

async function unknownSort(
  resource: CompiledResource,
  { parameter }: SortList,
  { name, position }: WrittenSort,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<RequestError> {
  const names = (await usableSorts(resource, request, authorizer)).map(({ key }) => key);
  const message = `${resource.key} cannot be sorted by ${quoted(name)} (position ${position}).`;
  return invalidQuery(shown(parameter), message + allowedNames(shown(name), names));
}

/** Returns the columns that this user may sort the resource by. */
export async function usableSorts(
  resource: CompiledResource,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<readonly Sortable[]> {
  const sorts = [...allowListOf(resource).sorts.values()];
  const through = sorts.flatMap(({ relation }) => relation ?? []);
  const available = await availableOf([...new Set(through)], request, authorizer);
  return sorts.filter(({ relation }) => relation === null || available.includes(relation));
}
