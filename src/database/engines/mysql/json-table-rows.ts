import type { CompiledColumn, ValueType } from '../../../registry/resources/compiled-resource.js';
import { assigned, bindArrays, bindPartialArrays, type RowList } from '../../dialects/row-list.js';
import { compose } from '../../dialects/compose.js';

/**
 * The types that values are read as. With another type than its column's, a comparison would use no
 * index, or find the wrong row.
 */
const types: Readonly<Partial<Record<ValueType, string>>> = {
  integer: 'bigint',
  bigint: 'bigint',
  boolean: 'tinyint',
  float: 'double',
};

/** Returns a row list of arrays, read by `json_table`. @param collation of the strings in them */
export function jsonTableRows(collation: string): RowList {
  const sql = `longtext character set utf8mb4 collate ${collation}`;
  const typeOf = ({ type }: CompiledColumn): string => types[type] ?? sql;
  const membersOf = (columns: readonly CompiledColumn[]): string =>
    columns.map((column, at) => `c${at} ${typeOf(column)} path '$[${at}]'`).join(', ');
  const value: RowList['value'] = ({ type }, at) =>
    type === 'binary' ? `unhex(k.c${at})` : `k.c${at}`;
  return {
    from: (_table, columns) => `json_table(?, '$[*]' columns(${membersOf(columns)})) k`,
    value,
    shared: () => '?',
    bind: bindArrays,
    update: ({ table, from, on, changes }) =>
      compose`update ${from} straight_join ${table} m on ${on} set ${assigned(changes, 'm.')}`,
    partial: {
      from: (_table, columns) =>
        `json_table(?, '$[*]' columns(${membersOf(columns)}, given$ ${sql} path '$[${columns.length}]')) k`,
      /** The columns of the table may have other collations, with which `case` would fail. */
      value: (column, at) =>
        column.type === 'binary' || typeOf(column) !== sql
          ? value(column, at)
          : `k.c${at} collate ${collation}`,
      bind: bindPartialArrays,
      isGiven: (_column, at) => `substr(k.given$, ${at + 1}, 1) = '1'`,
    },
  };
}
