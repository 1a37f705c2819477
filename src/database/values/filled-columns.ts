import { randomUUID } from 'node:crypto';
import { oncePer } from '../../base/once-per.js';
import type {
  ColumnFill,
  CompiledColumn,
  CompiledTable,
} from '../../registry/resources/compiled-resource.js';

type Fill = (now: Date, table: CompiledTable) => unknown;
type Fills = Readonly<Partial<Record<ColumnFill, Fill>>>;

const whenStored: Fills = {
  uuid: () => randomUUID(),
  created: (now) => now,
  updated: (now) => now,
  version: () => 1,
  kind: (_now, { kind }) => kind,
};
const whenChanged: Fills = { updated: (now) => now };

/** Returns the generated values of a new row. All dates are equal. */
export const filledWhenStored = (table: CompiledTable): Map<CompiledColumn, unknown> =>
  filled(table, whenStored);

/** Returns the generated values of a changed row. The statement increments the version. */
export const filledWhenChanged = (table: CompiledTable): ReadonlyMap<CompiledColumn, unknown> =>
  filled(table, whenChanged);

/**
 * Returns the values that a statement may write: those of generated columns are left out, except for
 * a key, which a restored row keeps.
 */
export function withoutGenerated<Value>(
  values: ReadonlyMap<CompiledColumn, Value>,
  keyColumn: CompiledColumn | null,
): ReadonlyMap<CompiledColumn, Value> {
  for (const { generated } of values.keys())
    if (generated)
      return new Map([...values].filter(([column]) => !column.generated || column === keyColumn));
  return values;
}

export const columnsFilledBy = (
  table: CompiledTable,
  fill: ColumnFill,
): readonly CompiledColumn[] => columnsByFill(table).get(fill) ?? [];

const columnsByFill = oncePer(({ columns }: CompiledTable) => {
  const filled = new Map<ColumnFill, CompiledColumn[]>();
  for (const column of columns.values())
    if (column.filledBy)
      filled.set(column.filledBy, [...(filled.get(column.filledBy) ?? []), column]);
  return filled;
});

function filled(table: CompiledTable, fills: Fills): Map<CompiledColumn, unknown> {
  const now = new Date();
  const values = new Map<CompiledColumn, unknown>();
  for (const column of table.columns.values()) {
    const fill = column.filledBy && fills[column.filledBy];
    if (fill) values.set(column, fill(now, table));
  }
  return values;
}
