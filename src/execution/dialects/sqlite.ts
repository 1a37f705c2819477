import type { CompiledColumn } from '../../registry/compiled-resource.js';
import {
  isNumeric,
  jsonValue,
  named,
  type Dialect,
  type PageParts,
  type PivotParts,
  type ThereParts,
} from './dialect.js';

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
const column = (of: CompiledColumn, alias: string): string => named({ quote }, of, alias);

export const sqlite: Dialect = {
  name: 'sqlite',
  runsBeside: false,
  listed: 'k.value',
  quote,
  /** SQLite prepares a statement anew when a value changes that its planner has looked at: here it cannot look. */
  bound: '(select ?)',
  /** The driver gives numbers, and a bigint is more than a number holds. */
  read: (of, alias) => (of.type === 'bigint' ? `cast(${column(of, alias)} as text)` : column(of, alias)),
  keyList: () => 'json_each(?) k',
  inList: (expression) => `${expression} in (select value from json_each(?))`,
  bindList: (values, of) => JSON.stringify(values.map((value) => jsonValue(value, of))),
  exists: (from, conditions) => `exists (select 1 from ${from} where ${conditions})`,
  castKey(expression, from, to) {
    if (isNumeric(from) === isNumeric(to)) return expression;
    return isNumeric(to) ? `cast(${expression} as integer)` : `cast(${expression} as text)`;
  },
  sortable: (expression) => expression,

  together: null,

  page: ({ table, columns, conditions, order }: PageParts) =>
    `select ${columns('t')} from ${table} t${conditions('t')} order by ${order('t')} limit (select ?) offset (select ?)`,

  /** `cross join` fixes the order of the loops. */
  there: ({ table, key, column: joined, columns, conditions, order }: ThereParts) =>
    `select ${columns('x')}, k.value from json_each(?) k cross join ${table} x on ${column(key, 'x')} in` +
    ` (select ${column(key, 'i')} from ${table} i where ${column(joined, 'i')} = k.value${conditions('i')} order by ${order('i')} limit (select ?))` +
    ` order by k.key, ${order('x')}`,

  /** By the row's own key, since a pivot table with one may hold a pair twice. */
  pivot: ({
    table,
    key,
    pivot,
    rowKeys,
    parent,
    related,
    columns,
    pivots,
    conditions,
    pivotConditions,
    order,
    ties,
  }: PivotParts) =>
    `select ${columns('r')}${pivots('m')}, k.value from json_each(?) k cross join ${pivot} m` +
    ` on ${column(parent, 'm')} = k.value${pivotConditions('m')} and ${tuple(rowKeys, 'm')} in (select ${list(rowKeys, 'n')}` +
    ` from ${pivot} n cross join ${table} i on ${column(key, 'i')} = ${related('n')}` +
    ` where ${column(parent, 'n')} = k.value${pivotConditions('n')}${conditions('i')} order by ${order('i')}${ties('n')} limit (select ?))` +
    ` cross join ${table} r on ${column(key, 'r')} = ${related('m')} order by k.key, ${order('r')}${ties('m')}`,
};

const list = (keys: readonly CompiledColumn[], alias: string): string =>
  keys.map((key) => column(key, alias)).join(', ');
const tuple = (keys: readonly CompiledColumn[], alias: string): string =>
  keys.length === 1 ? list(keys, alias) : `(${list(keys, alias)})`;
