import type {
  CompiledColumn,
  CompiledTable,
  PivotJoin,
} from '../../registry/resources/compiled-resource.js';
import type { ColumnValues } from '../write/record-writer.js';
import type { PivotGroup } from './pivot-groups.js';

/** Rows to write to a pivot table. */
export interface WrittenRows {
  /** The columns that identify a pair, including the type of a morph. */
  readonly keys: readonly CompiledColumn[];
  /** The other columns that are written. */
  readonly columns: readonly CompiledColumn[];
  /** Values in the order of `keys`, then `columns`. */
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * @param parent the parent's joining value, which every row contains
 * @param fill returns the generated values, new for each row
 */
export function toWrittenRows(
  { table, parent: parentColumn, related: relatedColumn, type }: PivotJoin,
  parent: unknown,
  { columns, entries }: PivotGroup,
  fill: (table: CompiledTable) => ColumnValues,
): WrittenRows {
  const filled = [...fill(table).keys()].filter((column) => !columns.includes(column));
  return {
    keys: [parentColumn, ...(type ? [type.column] : []), relatedColumn],
    columns: [...filled, ...columns],
    rows: entries.map(({ related, values }) => {
      const own = fill(table);
      return [
        ...[parent, ...(type ? [type.value] : []), related],
        ...filled.map((column) => own.get(column)),
        ...columns.map((column) => values.get(column)),
      ];
    }),
  };
}
