import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import {
  type Dialect,
  doubleQuoted,
  isNumeric,
  jsonValue,
  type KeyedParts,
  named,
  type PageParts,
  type PivotParts,
  type RelatedKeyParts,
  type RemovalParts,
  SIGMA,
  steps,
} from '../../dialects/dialect.js';
import { instantOf } from '../../dialects/instant-of.js';
import { sqliteExact } from './sqlite-exact.js';
import { sqliteExplain } from './sqlite-explain.js';
import { sqliteJson } from './sqlite-json.js';
import { rowNumberDialect } from '../../dialects/numbered-rows.js';
import { assigned, bindArrays, bindPartialArrays, type RowList } from '../../dialects/row-list.js';
import { compose } from '../../dialects/compose.js';

const column = (of: CompiledColumn, alias: string): string =>
  named({ quote: doubleQuoted }, of, alias);

/** Rows are arrays, whose values the columns of the table convert. */
const arrays: Omit<RowList, 'update' | 'partial'> = {
  from: () => 'json_each(?) k',
  value: ({ type }, at) => (type === 'binary' ? `unhex(k.value->>${at})` : `k.value->>${at}`),
  shared: () => '?',
  bind: bindArrays,
};

const sqliteRows: RowList = {
  ...arrays,
  update: ({ table, from, on, changes }) =>
    compose`update ${table} as m set ${assigned(changes)} from ${from} where ${on}`,
  partial: {
    ...arrays,
    bind: bindPartialArrays,
    isGiven: (_column, at) => `substr(k.value->>'$[#-1]', ${at + 1}, 1) = '1'`,
  },
};

export const sqlite: Dialect = {
  name: 'sqlite',
  runsBeside: false,
  countsAlong: false,
  explain: sqliteExplain,
  listed: 'k.value',
  quote: doubleQuoted,
  /**
   * SQLite prepares a statement again when a value changes that its planner has used. Here it
   * cannot use the value.
   */
  bound: '(select ?)',
  /** The driver returns numbers, which cannot represent every bigint. */
  read: (of, alias) =>
    of.type === 'bigint' ? `cast(${column(of, alias)} as text)` : column(of, alias),
  keyList: () => 'json_each(?) k',
  inList: (expression) => `${expression} in (select value from json_each(?))`,
  bindList: (values, of) => JSON.stringify(values.map((value) => jsonValue(value, of))),
  exists: (from, conditions) => `exists (select 1 from ${from} where ${conditions})`,
  clock: `strftime('%Y-%m-%d %H:%M:%f', 'now')`,
  lastCountedKey: null,
  overriding: '',
  noValues: 'default values',
  hasBooleans: false,
  asksForDefaults: false,
  /** The transaction holds the only turn to write. */
  locks: { change: '', delete: '', keep: '' },
  tryLock: null,
  castKey(expression, from, to) {
    if (isNumeric(from) === isNumeric(to)) return expression;
    return isNumeric(to) ? `cast(${expression} as integer)` : `cast(${expression} as text)`;
  },
  comparable: (expression, { type }) => (type === 'datetime' ? instantOf(expression) : expression),
  boundTo: () => '(select ?)',
  sortable: (expression, of) => sqlite.comparable(expression, of),
  /** A value that is not JSON would fail the statement; lists and objects are not single values. */
  jsonValueSql(expression, path) {
    const at = `'$${steps(path, (name) => `."${name}"`)}'`;
    const kind = `json_type(${expression}, ${at})`;
    return (
      `case when json_valid(${expression}) then case when ${kind} in ('true', 'false') then ${kind}` +
      ` when ${kind} not in ('object', 'array') then cast(${expression} ->> ${at} as text) end end`
    );
  },
  /**
   * SQLite adds decimals as floats, and fails if the sum of integers exceeds 64 bits. It stores
   * about 15 digits of a decimal, so there is no exact sum of those that exceed 64 bits.
   */
  sum(expression, { type, scale, precision }) {
    if (type !== 'decimal') return inHalves(expression);
    if (scale === null) return `printf('%.15g', sum(${expression}))`;
    if ((precision ?? 0) - scale > 18) return `printf('%.${scale}f', sum(${expression}))`;
    const whole = `cast(${expression} as integer)`;
    const fraction = `(${expression} - ${whole}) * 1e${Math.min(scale, 15)}`;
    return `${inHalves(whole)} || ' ' || ${inHalves(`cast(round(${fraction}) as integer)`)}`;
  },
  ordered: (expression, descending, nullable) =>
    `${expression}${descending ? ' desc' : ''}${nullable ? ' nulls last' : ''}`,
  /**
   * SQLite's `like` folds ASCII by itself; a JavaScript call for each row costs more than
   * everything else.
   */
  folded: (expression) =>
    `case when octet_length(${expression}) = length(${expression}) then ${expression}` +
    ` else replace(lower_u(${expression}), '${SIGMA.final}', '${SIGMA.plain}') end`,
  foldedAscii: (expression) => expression,
  like: (expression) => `${expression} like (select ?) escape '!'`,
  mark: '!',

  together: null,
  json: sqliteJson,

  page({ table, columns, conditions, sorted, endsWithOrder, endsWithRecords }: PageParts) {
    const from =
      ` from ${table} t${sorted.joins('t')}${conditions('t')}` +
      ` order by ${sorted.order('t')} limit (select ?), (select ?)`;
    if (endsWithRecords)
      return `select ${columns('t')}${sqliteJson.chosen({ row: 't', others: [], from }).from}`;
    return `select ${columns('t')}${endsWithOrder ? sorted.columns('t') : ''}${from}`;
  },

  relatedKey: (parts: RelatedKeyParts) =>
    parts.sorted.isJoined ? byNumber.relatedKey(parts) : relatedByKeys(parts),
  pivot: (parts: PivotParts) =>
    parts.sorted.isJoined ? byNumber.pivot(parts) : pivotByKeys(parts),

  keyed: ({ table, key, columns, conditions }: KeyedParts) =>
    `select ${columns} from ${table} t where ${column(key, 't')} in (select value from json_each(?))${conditions}`,
  removal: ({ table, column: listed, conditions }: RemovalParts) =>
    `delete from ${table} as m where ${column(listed, 'm')} in (select value from json_each(?)) and ${conditions}`,
  rows: sqliteRows,
  exact: sqliteExact,
  rowVersion: null,
  comparesRows: true,
  writesInWith: false,
  digest: digestSql,
};

/** SQLite limits the arguments of a function. */
const MAX_ARGUMENTS = 100;

function digestSql(columns: readonly CompiledColumn[], alias: string): string {
  const digests: string[] = [];
  for (let at = 0; at < columns.length; at += MAX_ARGUMENTS)
    digests.push(`row_digest(${list(columns.slice(at, at + MAX_ARGUMENTS), alias)})`);
  return digests.join(' || ');
}

/** Returns the sums of the upper and the lower 32 bits of an integer. */
const inHalves = (integer: string): string =>
  `sum(${integer} >> 32) || ' ' || sum(${integer} & 4294967295)`;

/**
 * For orders with joins: the outer statement would need the joins a second time, so row numbers are
 * cheaper.
 */
const byNumber = rowNumberDialect({
  straight: 'cross join',
  listed: 'k.value',
  bound: '(select ?)',
  column,
  keyList: () => 'json_each(?) k',
});

/** `cross join` fixes the order of the loops. */
const relatedByKeys = ({
  table,
  key,
  column: joined,
  columns,
  conditions,
  sorted,
}: RelatedKeyParts): string =>
  `select ${columns('x')}, k.value from json_each(?) k cross join ${table} x on ${column(key, 'x')} in` +
  ` (select ${column(key, 'i')} from ${table} i where ${column(joined, 'i')} = k.value${conditions('i')} order by ${sorted.order('i')} limit (select ?))` +
  ` order by k.key, ${sorted.order('x')}`;

/** Uses the pivot row's own key, since a pivot table with one may contain a pair twice. */
const pivotByKeys = ({
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
  sorted,
  tieBreakers,
}: PivotParts): string =>
  `select ${columns('r')}${pivots('m')}, k.value from json_each(?) k cross join ${pivot} m` +
  ` on ${column(parent, 'm')} = k.value${pivotConditions('m')} and ${tuple(rowKeys, 'm')} in (select ${list(rowKeys, 'n')}` +
  ` from ${pivot} n cross join ${table} i on ${column(key, 'i')} = ${related('n')}` +
  ` where ${column(parent, 'n')} = k.value${pivotConditions('n')}${conditions('i')} order by ${sorted.order('i')}${tieBreakers('n')} limit (select ?))` +
  ` cross join ${table} r on ${column(key, 'r')} = ${related('m')} order by k.key, ${sorted.order('r')}${tieBreakers('m')}`;

const list = (keys: readonly CompiledColumn[], alias: string): string =>
  keys.map((key) => column(key, alias)).join(', ');
const tuple = (keys: readonly CompiledColumn[], alias: string): string =>
  keys.length === 1 ? list(keys, alias) : `(${list(keys, alias)})`;
