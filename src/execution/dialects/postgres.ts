import type { ReadStatement } from '../statements/read-statement.js';
import type { CompiledColumn, ValueType } from '../../registry/compiled-resource.js';
import {
  bindKey,
  isKeyLike,
  isNumeric,
  named,
  type Dialect,
  type PageParts,
  type PivotParts,
  type ThereParts,
} from './dialect.js';

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
const column = (of: CompiledColumn, alias: string): string => named({ quote }, of, alias);

/** The array type that a list of the column's values is bound as: its own, or no index serves. */
function arrayType({ type, databaseType }: CompiledColumn): string {
  if (type === 'integer') return 'int[]';
  if (type === 'bigint') return 'bigint[]';
  if (type === 'uuid') return databaseType === 'uuid' ? 'uuid[]' : 'varchar[]';
  if (type === 'datetime') return databaseType === 'datetime' ? 'timestamp[]' : `${databaseType}[]`;
  return type === 'text' ? 'text[]' : `${databaseType}[]`;
}

const keyList = (of: CompiledColumn): string => `unnest(?::${arrayType(of)}) k(id)`;

export const postgres: Dialect = {
  name: 'postgres',
  runsBeside: true,
  listed: 'k.id',
  quote,
  bound: '?',
  read: column,
  keyList,
  inList: (expression, of) => `${expression} = any(?::${arrayType(of)})`,
  bindList: (values, of) =>
    isKeyLike(of) ? values.map((value) => (value === null ? null : bindKey(value, of))) : values,
  exists: (from, conditions) => `exists (select 1 from ${from} where ${conditions})`,
  castKey(expression, from, to) {
    if (from === to || (isNumeric(from) && isNumeric(to))) return expression;
    if (isNumeric(to)) return safely(expression, WHOLE, 'bigint');
    return to === 'uuid' ? safely(expression, UUID, 'uuid') : `${expression}::text`;
  },
  sortable: (expression, of) => (of.type === 'text' ? `${expression} collate "C"` : expression),

  together: (statements) =>
    statements.some(({ types }) => types.includes('binary')) ? null : `select ${statements.map(rowsAsJson).join(', ')}`,

  /** The page first, by its keys alone; then only its rows. */
  page: ({ table, key, columns, conditions, order }: PageParts) =>
    `select ${columns('t')} from (select ${column(key, 'i')} from ${table} i${conditions('i')} order by ${order('i')} limit ? offset ?) p` +
    ` join ${table} t on ${column(key, 't')} = ${column(key, 'p')} order by ${order('t')}`,

  there: ({ table, column: joined, columns, conditions, order }: ThereParts) =>
    `select x.*, k.id from ${keyList(joined)} cross join lateral (select ${columns('t')} from ${table} t` +
    ` where ${column(joined, 't')} = k.id${conditions('t')} order by ${order('t')} limit ?) x`,

  /** `offset 0` keeps the planner from joining the whole target table. */
  pivot: ({
    table,
    key,
    pivot,
    parent,
    related,
    columns,
    pivots,
    conditions,
    pivotConditions,
    order,
    ties,
  }: PivotParts) =>
    `select x.*, k.id from ${keyList(parent)} cross join lateral (select ${columns('r')}${pivots('m')} from ${pivot} m` +
    ` cross join lateral (select t.* from ${table} t where ${column(key, 't')} = ${related('m')}${conditions('t')} offset 0) r` +
    ` where ${column(parent, 'm')} = k.id${pivotConditions('m')} order by ${order('r')}${ties('m')} limit ?) x`,
};

/** Up to 19 digits, as far as they surely fit into a bigint. */
const WHOLE = '^-?([0-9]{1,18}|[1-8][0-9]{18}|9[01][0-9]{17})$';
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** A text that is no key of the type is NULL, and so joins nothing. */
const safely = (expression: string, pattern: string, type: string): string =>
  `case when ${expression} ~ '${pattern}' then ${expression}::${type} end`;

/** Values that JSON would change go as text, which is how the driver gives them: digits of numbers, and JSON itself. */
const keptAsText: ReadonlySet<ValueType> = new Set<ValueType>(['bigint', 'decimal', 'json']);

function rowsAsJson({ text, types }: ReadStatement): string {
  const names = types.map((_type, at) => `c${at}`);
  const values = types.map((type, at) => (keptAsText.has(type) ? `c${at}::text` : `c${at}`));
  return `(select json_agg(json_build_array(${values.join(', ')})) from (${text}) s(${names.join(', ')}))`;
}
