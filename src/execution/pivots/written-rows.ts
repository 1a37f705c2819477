import type { CompiledColumn, CompiledTable, JoinPivot } from '../../registry/compiled-resource.js';
import type { FilledColumns } from './filled-columns.js';
import type { PivotGroup } from './pivot-groups.js';

/** Rows of a pivot table on their way to it. */
export interface WrittenRows {
  /** The columns that name a pair, the type of a morph among them. */
  readonly keys: readonly CompiledColumn[];
  /** The other columns that are written. */
  readonly columns: readonly CompiledColumn[];
  /** Values in the order of `keys`, then `columns`. */
  readonly rows: readonly (readonly unknown[])[];
}

/** @param parent the parent's joining value, which every row holds */
export function rowsOf(
  { table, parent: parentColumn, related: relatedColumn, type }: JoinPivot,
  parent: unknown,
  { columns, entries }: PivotGroup,
  fill: (table: CompiledTable) => FilledColumns,
): WrittenRows {
  const filled = [...fill(table)].filter(([column]) => !columns.includes(column));
  return {
    keys: [parentColumn, ...(type ? [type.column] : []), relatedColumn],
    columns: [...filled.map(([column]) => column), ...columns],
    rows: entries.map(({ related, values }) => [
      ...[parent, ...(type ? [type.value] : []), related],
      ...filled.map(([, value]) => value()),
      ...columns.map((column) => values.get(column)),
    ]),
  };
}
