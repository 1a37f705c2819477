import { randomUUID } from 'node:crypto';
import type {
  ColumnFill,
  CompiledColumn,
  CompiledTable,
} from '../../registry/compiled-resource.js';

type Fills = Readonly<Partial<Record<ColumnFill, (now: Date) => unknown>>>;

const whenStored: Fills = {
  uuid: () => randomUUID(),
  created: (now) => now,
  updated: (now) => now,
  version: () => 1,
};
const whenChanged: Fills = { updated: (now) => now };

/** Returns a function that returns the generated values of each new row. All dates are equal. */
export function fillerOfRows(table: CompiledTable): () => Map<CompiledColumn, unknown> {
  const now = new Date();
  const fills = fillsOf(table, whenStored);
  return () => new Map(fills.map(([column, fill]) => [column, fill(now)]));
}

/** Returns the generated values of a new row. All dates are equal. */
export const filledWhenStored = (table: CompiledTable): ReadonlyMap<CompiledColumn, unknown> =>
  fillerOfRows(table)();

/** Returns the generated values of a changed row. The statement increments the version. */
export const filledWhenChanged = (table: CompiledTable): ReadonlyMap<CompiledColumn, unknown> =>
  new Map(fillsOf(table, whenChanged).map(([column, fill]) => [column, fill(new Date())]));

export const columnsFilledBy = (
  { columns }: CompiledTable,
  fill: ColumnFill,
): readonly CompiledColumn[] => [...columns.values()].filter(({ filledBy }) => filledBy === fill);

const fillsOf = ({ columns }: CompiledTable, fills: Fills) =>
  [...columns.values()].flatMap((column) => {
    const fill = column.filledBy && fills[column.filledBy];
    return fill ? [[column, fill] as const] : [];
  });
