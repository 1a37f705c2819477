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

const COLLATION = 'utf8mb4_nopad_bin';

const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``;
const column = (of: CompiledColumn, alias: string): string => named({ quote }, of, alias);

/** The column type of a key list: the key's own, or comparisons change types and lose indexes. */
const listType = ({ type }: CompiledColumn): string =>
  isNumeric(type) || type === 'boolean' ? 'bigint' : `varchar(255) character set utf8mb4 collate ${COLLATION}`;

const keyTable = (of: CompiledColumn): string => `json_table(?, '$[*]' columns(id ${listType(of)} path '$')) k`;

export const mariadb: Dialect = {
  name: 'mariadb',
  runsBeside: true,
  listed: 'k.id',
  quote,
  bound: '?',
  read: column,
  keyList: keyTable,
  inList: (expression, of) => `${expression} in (select k.id from ${keyTable(of)})`,
  bindList: (values, of) => JSON.stringify(values.map((value) => jsonValue(value, of))),
  /** `exists` would be turned into a materialized join, which is slower. */
  exists: (from, conditions) => `1 = (select 1 from ${from} where ${conditions} limit 1)`,
  castKey(expression, from, to) {
    if (isNumeric(from) === isNumeric(to)) return expression;
    return isNumeric(to)
      ? `cast(${expression} as signed)`
      : `cast(${expression} as char character set utf8mb4) collate ${COLLATION}`;
  },
  sortable: (expression, of) => (of.type === 'text' ? `${expression} collate ${COLLATION}` : expression),

  together: null,

  page: ({ table, columns, conditions, order }: PageParts) =>
    `select ${columns('t')} from ${table} t${conditions('t')} order by ${order('t')} limit ? offset ?`,

  /** Numbers the keys on the index, then fetches only the rows that stay; `straight_join` fixes the order of the loops. */
  there: ({ table, key, column: joined, columns, conditions, order }: ThereParts) =>
    `select ${columns('x')}, n.pk from (select ${column(key, 'i')} id, ${column(joined, 'i')} pk,` +
    ` row_number() over (partition by ${column(joined, 'i')} order by ${order('i')}) rn from ${keyTable(joined)}` +
    ` straight_join ${table} i on ${column(joined, 'i')} = k.id where 1 = 1${conditions('i')}) n` +
    ` straight_join ${table} x on ${column(key, 'x')} = n.id where n.rn <= ? order by n.pk, n.rn`,

  pivot: ({
    table,
    key,
    pivot,
    pivotKeys,
    parent,
    related,
    columns,
    pivots,
    conditions,
    pivotConditions,
    order,
    ties,
  }: PivotParts) =>
    `select ${columns('r')}${pivots('m')}, n.pk from (select ${pivotKeys.map((of, at) => `${column(of, 'p')} k${at}`).join(', ')}, ${column(parent, 'p')} pk,` +
    ` row_number() over (partition by ${column(parent, 'p')} order by ${order('i')}${ties('p')}) rn from ${keyTable(parent)}` +
    ` straight_join ${pivot} p on ${column(parent, 'p')} = k.id straight_join ${table} i on ${column(key, 'i')} = ${related('p')}` +
    ` where 1 = 1${pivotConditions('p')}${conditions('i')}) n` +
    ` straight_join ${pivot} m on ${pivotKeys.map((of, at) => `${column(of, 'm')} = n.k${at}`).join(' and ')}` +
    ` straight_join ${table} r on ${column(key, 'r')} = ${related('m')} where n.rn <= ? order by n.pk, n.rn`,
};
