import type { RelationDraft } from '../draft/draft.js';
import type { CompiledColumn, PivotJoin } from '../resources/compiled-resource.js';
import { pivotNamed } from '../resources/pivot-columns.js';
import { eachResource, warningAt } from './each-resource.js';
import { manyToManyOf, pivotMethod, policyMethodsOf } from '../compile/policy-methods.js';

/**
 * A column of a pivot table that takes no null, and that nothing sets when a row is attached,
 * refuses every row: 409, since no body may name it.
 *
 * @contract C4.2, C7.4
 */
export const warnUnsetPivots = eachResource(function* (draft) {
  const methods = policyMethodsOf(draft);
  const mayAttach = ({ key, options }: RelationDraft): boolean =>
    options.canAttach !== undefined ||
    methods.includes(pivotMethod('attach', key)) ||
    methods.includes(pivotMethod('sync', key));
  for (const relation of manyToManyOf(draft)) {
    const { key, join, options } = relation;
    if (join?.keyOn !== 'pivot' || options.attachCallback || !mayAttach(relation)) continue;
    for (const column of unsetColumns(join, options.withPivot ?? []))
      yield warningAt(
        draft,
        key,
        `${column.name} of ${join.table.name} does not accept null, and nothing sets it, so nothing can be attached`,
        `withPivot: ['${column.name}'], a default, or attachCallback`,
      );
  }
});

function unsetColumns(join: PivotJoin, withPivot: readonly string[]): readonly CompiledColumn[] {
  const set = new Set([
    join.parent,
    join.related,
    join.type?.column,
    ...withPivot.map((name) => pivotNamed(join, name)),
  ]);
  return [...join.table.columns.values()].filter(
    (column) => !column.nullable && column.filledBy === null && !set.has(column),
  );
}
