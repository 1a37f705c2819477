import type { RelationPlan } from '../../planning/query-plan.js';
import type { Dialect } from '../dialects/dialect.js';
import { conditionShape } from '../statements/condition-text.js';
import { askedValues } from '../statements/node-parts.js';
import { orderShape } from '../statements/order-text.js';

/**
 * What the text of a nested relation binds, in its order: what stands below a record comes before
 * its own conditions.
 */
export function nestedValues(plan: RelationPlan, dialect: Dialect, values: unknown[]): void {
  for (const relation of plan.relations) nestedValues(relation, dialect, values);
  values.push(...askedValues(plan, dialect), plan.limit);
}

/** What two nested relations have in common when their texts are the same. */
export function nestedShape({
  relation,
  attributes,
  scope,
  narrowing,
  order,
  relations,
}: RelationPlan): string {
  let shape = `${relation.owner}.${relation.key}[`;
  for (const { field } of attributes) shape += `${field.name},`;
  shape += `] ${conditionShape(scope)} & ${conditionShape(narrowing)} ${orderShape(order)}{`;
  for (const below of relations) shape += nestedShape(below);
  return `${shape}}`;
}
