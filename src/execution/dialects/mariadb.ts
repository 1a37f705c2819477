import type { CompiledColumn, ValueType } from '../../registry/compiled-resource.js';
import {
  isNumeric,
  jsonValue,
  named,
  SIGMA,
  steps,
  type Dialect,
  type KeyedParts,
  type PageParts,
  type RemovalParts,
} from './dialect.js';
import { mariadbRows } from './mariadb-rows.js';
import { numberedRows } from './numbered-rows.js';

const COLLATION = 'utf8mb4_nopad_bin';
const FOLDING = 'utf8mb4_uca1400_nopad_as_cs';

const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``;
const column = (of: CompiledColumn, alias: string): string => named({ quote }, of, alias);

/** Numbers that are bound as texts, and would be compared as floats. */
const castTypes: Partial<Record<ValueType, string>> = { bigint: 'signed', decimal: 'decimal(65, 30)' };

const listTypes: Partial<Record<ValueType, string>> = {
  integer: 'bigint',
  bigint: 'bigint',
  boolean: 'bigint',
  decimal: 'decimal(65, 30)',
  float: 'double',
};

/** The column type of a key list: the key's own, or comparisons change types and lose indexes. */
const listType = ({ type }: CompiledColumn): string =>
  listTypes[type] ?? `varchar(255) character set utf8mb4 collate ${COLLATION}`;

const keyTable = (of: CompiledColumn): string => `json_table(?, '$[*]' columns(id ${listType(of)} path '$')) k`;

export const mariadb: Dialect = {
  name: 'mariadb',
  runsBeside: true,
  countsAlong: false,
  listed: 'k.id',
  quote,
  bound: '?',
  read: column,
  keyList: keyTable,
  inList: (expression, of) => `${expression} in (select k.id from ${keyTable(of)})`,
  bindList: (values, of) => JSON.stringify(values.map((value) => jsonValue(value, of))),
  /** `exists` would be turned into a materialized join, which is slower. */
  exists: (from, conditions) => `1 = (select 1 from ${from} where ${conditions} limit 1)`,
  lastCountedKey: 'select last_insert_id()',
  locks: { change: ' for update', delete: ' for update', keep: ' lock in share mode' },
  castKey(expression, from, to) {
    if (isNumeric(from) === isNumeric(to)) return expression;
    return isNumeric(to)
      ? `cast(${expression} as signed)`
      : `cast(${expression} as char character set utf8mb4) collate ${COLLATION}`;
  },
  /** A collation that the column has already would keep its index from being used. */
  comparable: (expression, { type, exact }) =>
    type === 'text' && !exact ? `${expression} collate ${COLLATION}` : expression,
  boundTo: ({ type }) => (type in castTypes ? `cast(? as ${castTypes[type]})` : '?'),
  sortable: (expression, of) => mariadb.comparable(expression, of),
  /** `json_value` knows no booleans, and `json_unquote` no null. */
  jsonText(expression, path) {
    const at = `'$${steps(path, (name) => `."${name}"`)}'`;
    const found = `json_extract(${expression}, ${at})`;
    return (
      `(case json_type(${found}) when 'BOOLEAN' then json_unquote(${found}) else json_value(${expression}, ${at}) end)` +
      ` collate ${COLLATION}`
    );
  },
  ordered: (expression, descending, nullable) => {
    if (descending) return `${expression} desc`;
    return nullable ? `${expression} is null, ${expression}` : expression;
  },
  /** Its other collations know the cases of few alphabets, and none of them the dotted capital I. */
  folded: (expression) =>
    `replace(lower(replace(convert(${expression} using utf8mb4) collate ${FOLDING}, 'İ', 'i̇')),` +
    ` '${SIGMA.final}', '${SIGMA.plain}') collate ${COLLATION}`,
  /** It takes a dotted capital I for a plain one, so that nothing is cheaper. */
  foldedAscii: (expression) => mariadb.folded(expression),

  together: null,
  json: null,

  page: ({ table, columns, conditions, sorted, isTold }: PageParts) =>
    `select ${columns('t')}${isTold ? sorted.columns('t') : ''} from ${table} t${sorted.joins('t')}${conditions('t')}` +
    ` order by ${sorted.order('t')} limit ?, ?`,

  /** Numbers the keys on the index; `straight_join` fixes the order of the loops. */
  ...numberedRows({ straight: 'straight_join', listed: 'k.id', bound: '?', column, keyList: keyTable }),

  /** In the order of the list, row by row: with `in`, the planner may read, and lock, the whole table. */
  keyed: ({ table, key, columns, conditions, lock }: KeyedParts) =>
    `select ${columns} from ${keyTable(key)} straight_join ${table} t on ${column(key, 't')} = k.id where 1 = 1${conditions}${lock}`,
  /** With `in`, the list is read anew for each row that the conditions let through: 400 times slower for 1,000 keys. */
  removal: ({ table, column: listed, conditions }: RemovalParts) =>
    `delete m from ${keyTable(listed)} straight_join ${table} m on ${column(listed, 'm')} = k.id where ${conditions}`,
  rows: mariadbRows,
};
