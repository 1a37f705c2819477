import { randomUUID } from 'node:crypto';
import type { ColumnFill, CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';

/** How columns that fill themselves are filled in: a new value for each row. */
export type FilledColumns = ReadonlyMap<CompiledColumn, () => unknown>;

type Fills = Readonly<Partial<Record<ColumnFill, () => unknown>>>;

const now = () => new Date();
const whenStored: Fills = { uuid: randomUUID, created: now, updated: now, version: () => 1 };
const whenChanged: Fills = { updated: now };

export const filledWhenStored = (table: CompiledTable): FilledColumns => filledBy(table, whenStored);
export const filledWhenChanged = (table: CompiledTable): FilledColumns => filledBy(table, whenChanged);

const filledBy = ({ columns }: CompiledTable, fills: Fills): FilledColumns =>
  new Map(
    [...columns.values()].flatMap((column) => {
      const fill = column.filledBy && fills[column.filledBy];
      return fill ? [[column, fill] as const] : [];
    }),
  );
