import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import { storedValue } from '../../values/stored-values.js';
import { doubleQuoted } from '../../dialects/dialect.js';
import type { RowList } from '../../dialects/row-list.js';

const valueOf: RowList['value'] = ({ name }) => `k.${doubleQuoted(name)}`;

/**
 * Rows are objects that PostgreSQL reads with the table's row type, so that every value has its
 * column's type.
 */
export const postgresRows: RowList = {
  from: (table) => `json_populate_recordset(null::${table}, ?::json) k`,
  value: valueOf,
  bind: (rows, columns) =>
    JSON.stringify(
      rows.map((row) =>
        Object.fromEntries(columns.map((column, at) => [column.name, jsonOf(row[at], column)])),
      ),
    ),
  update: ({ table, from, on, changes }) =>
    `update ${table} m set ${changes.map(([column, value]) => `${column} = ${value}`).join(', ')} from ${from} where ${on}`,
  /** A member that an object lacks is null, but its JSON is not. */
  partial: {
    from: (table) =>
      `json_array_elements(?::json) e(given$) cross join lateral json_populate_record(null::${table}, e.given$) k`,
    value: valueOf,
    bind: (rows, columns) =>
      JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(
            columns.flatMap((column, at) =>
              row[at] === undefined ? [] : [[column.name, jsonOf(row[at], column)]],
            ),
          ),
        ),
      ),
    isGiven: ({ name }) => `(e.given$ -> '${name.replaceAll("'", "''")}') is not null`,
  },
};

/** A JSON column accepts JSON itself, not a string that contains it. */
function jsonOf(value: unknown, column: CompiledColumn): unknown {
  if (column.databaseType === 'json' || column.databaseType === 'jsonb') return value ?? null;
  const stored = storedValue(value, column);
  return Buffer.isBuffer(stored) ? `\\x${stored.toString('hex')}` : stored;
}
