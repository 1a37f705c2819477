import type { Authorizer } from '../authorization/authorizer.js';
import { EVERYTHING, NOTHING } from '../authorization/resolved-condition.js';
import {
  defaultOrder,
  type OrderTerm,
  type ResolvedOrder,
} from '../authorization/resolved-order.js';
import { hasRecordPolicy } from '../authorization/shown-records.js';
import type {
  CompiledRelation,
  CompiledResource,
  Join,
} from '../../registry/resources/compiled-resource.js';
import { tieBreakersOf } from '../../registry/resources/pivot-columns.js';
import { joiningColumn } from './plan-node.js';
import type { NodePlan, PageParent, PagePlace, PagePlan, RecordPlan } from './query-plan.js';

/** Plans a page of all records of a resource. */
export const planPage = (node: NodePlan, size: number, place: PagePlace): PagePlan => ({
  size,
  place,
  parent: null,
  filtered: hasRecordPolicy(node.resource),
  ...node,
});

/** Returns how many rows come before a page; 0 for a page by a cursor. */
export function offsetOf({ place, size }: PagePlan): number {
  if (place.by === 'number') return (place.number - 1) * size;
  return place.by === 'offset' ? place.offset : 0;
}

/**
 * Plans a page of the records that are related to one record. They include the columns of their
 * pivot row, as in the relation itself, and have the relation's columns if the request selects
 * none.
 *
 * @param isDefault whether the columns are those of the relation
 */
export function planRelatedPage(
  node: NodePlan,
  size: number,
  place: PagePlace,
  parent: PageParent,
  isDefault: boolean,
): PagePlan {
  const { relation, value } = parent;
  const names = isDefault ? relation.columns : null;
  return {
    size,
    place,
    parent,
    filtered: hasRecordPolicy(node.resource),
    ...node,
    attributes: names
      ? node.attributes.filter(({ field }) => names.includes(field.name))
      : node.attributes,
    narrowing: value === null ? NOTHING : node.narrowing,
    order: withLinks(node.order, relation.join),
    pivots: relation.pivots,
  };
}

/** Orders the pivot rows too, since several of them may lead to one record. */
function withLinks({ terms, joins }: ResolvedOrder, join: Join): ResolvedOrder {
  if (join.keyOn !== 'pivot') return { terms, joins };
  const links = tieBreakersOf(join).map((column): OrderTerm => ({
    column,
    path: [],
    of: 'link',
    descending: true,
    nullable: false,
  }));
  return { terms: [...terms, ...links], joins };
}

/**
 * Plans what to read of one record to find its related records. `joinedBy` is the index of the
 * joining value in the row.
 */
export function planParent(
  resource: CompiledResource,
  relation: CompiledRelation,
  key: string | number,
  authorizer: Authorizer,
): { readonly plan: RecordPlan; readonly joinedBy: number } {
  const { policy, keyColumn } = resource;
  const policyColumns = policy.show?.usesRecord
    ? [keyColumn, ...policy.needs.filter((column) => column !== keyColumn)]
    : [];
  const select = [...new Set([keyColumn, joiningColumn(relation), ...policyColumns])];
  const plan: RecordPlan = {
    resource,
    key,
    versioned: false,
    select,
    policyColumns,
    attributes: [],
    computed: [],
    computedAttributes: [],
    relations: [],
    aggregated: [],
    pivots: [],
    scope: authorizer.scope(resource),
    narrowing: EVERYTHING,
    order: defaultOrder(resource),
  };
  return { plan, joinedBy: select.indexOf(joiningColumn(relation)) };
}
