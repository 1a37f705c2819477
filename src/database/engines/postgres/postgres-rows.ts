import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import { JsonText } from '../../values/json-text.js';
import { storedValue } from '../../values/stored-values.js';
import { doubleQuoted } from '../../dialects/dialect.js';
import { assigned, type RowList } from '../../dialects/row-list.js';
import { compose } from '../../dialects/compose.js';
import { arrayType } from './array-type.js';

const valueOf: RowList['value'] = ({ name }) => `k.${doubleQuoted(name)}`;

/** Returns rows as JSON. A row does not contain the columns that `has` leaves out. */
function bindObjects(
  rows: readonly (readonly unknown[])[],
  columns: readonly CompiledColumn[],
  has: (value: unknown) => boolean,
): string {
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  const objects = rows.map((row) => {
    let members = '';
    for (const [at, value] of row.entries())
      if (has(value)) members += `${members && ','}${names[at]}${jsonOf(value, columns[at]!)}`;
    return `{${members}}`;
  });
  return `[${objects.join()}]`;
}

/** A JSON column accepts JSON itself, not a string that contains it. */
function jsonOf(value: unknown, column: CompiledColumn): string {
  if (value instanceof JsonText) return value.text;
  const isJson = column.databaseType === 'json' || column.databaseType === 'jsonb';
  const stored = isJson ? value : storedValue(value, column);
  const json = Buffer.isBuffer(stored) ? `\\x${stored.toString('hex')}` : stored;
  return JSON.stringify(json) ?? 'null';
}

/**
 * Rows are objects that PostgreSQL reads with the table's row type, so that every value has its
 * column's type.
 */
export const postgresRows: RowList = {
  from: (table) => `json_populate_recordset(null::${table}, ?::json) k`,
  value: valueOf,
  /** Without its type, it would be text. */
  shared: (column) => `?::${arrayType(column).slice(0, -'[]'.length)}`,
  bind: (rows, columns) => bindObjects(rows, columns, () => true),
  update: ({ table, from, on, changes }) =>
    compose`update ${table} m set ${assigned(changes)} from ${from} where ${on}`,
  /** A member that an object lacks is null, but its JSON is not. */
  partial: {
    from: (table) =>
      `json_array_elements(?::json) e(given$) cross join lateral json_populate_record(null::${table}, e.given$) k`,
    value: valueOf,
    bind: (rows, columns) => bindObjects(rows, columns, (value) => value !== undefined),
    isGiven: ({ name }) => `(e.given$ -> '${name.replaceAll("'", "''")}') is not null`,
  },
};
