import type { CompiledColumn, Join, PivotJoin } from './compiled-resource.js';
import { findByWireName } from './names.js';

/** The columns of a pivot table by property; empty for a relation without one. */
export const pivotColumnsOf = (join: Join | undefined): ReadonlyMap<string, CompiledColumn> =>
  join?.keyOn === 'pivot' ? join.table.columns : new Map<string, CompiledColumn>();

/** The pivot column that a name on the wire means. */
export const pivotNamed = (join: Join | undefined, name: string): CompiledColumn | undefined =>
  findByWireName(pivotColumnsOf(join), name);

/** The columns that distinguish the links of one parent. */
export const rowKeysOf = ({ table, parent, type }: PivotJoin): readonly CompiledColumn[] =>
  table.keys.filter((key) => key !== parent && key !== type?.column);

/** The columns that distinguish the links of one pair, if there may be several. */
export const tieBreakersOf = (join: PivotJoin): readonly CompiledColumn[] =>
  rowKeysOf(join).filter((key) => key !== join.related);
