import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';
import type { Dialect } from './dialect.js';

/** Values of these types may be long. */
const long: ReadonlySet<ValueType> = new Set<ValueType>(['text', 'json', 'binary']);

/**
 * Returns the columns of a plan that are only returned and may be long: their lengths can be read
 * in place of their values.
 */
export function measuredColumns(plan: NodePlan): ReadonlySet<CompiledColumn> {
  const measured = new Set<CompiledColumn>();
  const needed = new Set<CompiledColumn>();
  visit(plan, measured, needed);
  for (const column of needed) measured.delete(column);
  return measured;
}

function visit(
  plan: NodePlan | RelationPlan,
  measured: Set<CompiledColumn>,
  needed: Set<CompiledColumn>,
): void {
  const columns = [
    ...plan.attributes.map(({ field }) => field.column),
    ...plan.pivots.map(({ column }) => column),
  ];
  for (const column of columns) if (long.has(column.type) && !column.holdsKey) measured.add(column);
  for (const column of [plan.resource.keyColumn, ...plan.policyColumns]) needed.add(column);
  for (const relation of plan.relations) {
    needed.add(plan.select[relation.parentIndex]!);
    visit(relation, measured, needed);
  }
}

/**
 * Returns a dialect that reads the length of measured columns, in bytes of JSON, in place of their
 * values.
 */
export const measuring = (dialect: Dialect, measured: ReadonlySet<CompiledColumn>): Dialect => ({
  ...dialect,
  together: null,
  json: null,
  read(column, alias) {
    const value = dialect.read(column, alias);
    return measured.has(column) ? dialect.jsonBytes(value, column) : value;
  },
});
