import type { CompiledColumn, ValueType } from '../../../registry/resources/compiled-resource.js';
import {
  isNumeric,
  jsonValue,
  named,
  SIGMA,
  type Dialect,
  type KeyedParts,
  type PageParts,
  type RemovalParts,
} from '../../dialects/dialect.js';
import { exactCollations } from './exact-collations.js';
import { mariaExact } from './maria-exact.js';
import { mysqlExplain } from './mysql-explain.js';
import { jsonTableRows } from './json-table-rows.js';
import { rowNumberDialect } from '../../dialects/numbered-rows.js';

/** The differences between MariaDB and MySQL. */
interface Words extends Pick<Dialect, 'jsonValueSql' | 'locks'> {
  readonly name: keyof typeof exactCollations;
  /** Explains a statement as a table, see {@link mysqlExplain}. */
  readonly explain: string;
  /** Returns a utf8mb4 string in lower case. It may still contain final sigmas. */
  lowered(expression: string): string;
}

/** Quotes a name: `` `order` ``. */
export const mysqlQuoted = (identifier: string): string =>
  `\`${identifier.replaceAll('`', '``')}\``;
const column = (of: CompiledColumn, alias: string): string =>
  named({ quote: mysqlQuoted }, of, alias);

/** The casts of numbers that are bound as strings. Without a cast they are compared as floats. */
const castTypes: Partial<Record<ValueType, string>> = {
  bigint: 'signed',
  decimal: 'decimal(65, 30)',
};

const listTypes: Partial<Record<ValueType, string>> = {
  integer: 'bigint',
  bigint: 'bigint',
  boolean: 'bigint',
  decimal: 'decimal(65, 30)',
  float: 'double',
};

/** Returns the dialect that MariaDB and MySQL share. */
export function mysqlFamily({ name, explain, locks, lowered, jsonValueSql }: Words): Dialect {
  const collation = exactCollations[name];
  /**
   * Returns the column type of a key list. It matches the type of the key, because a comparison
   * with another type would convert the key and not use its index.
   */
  const listType = ({ type }: CompiledColumn): string =>
    listTypes[type] ?? `varchar(255) character set utf8mb4 collate ${collation}`;
  const keyTable = (of: CompiledColumn): string =>
    `json_table(?, '$[*]' columns(id ${listType(of)} path '$')) k`;
  /** Repeating the collation of the column would prevent the use of its index. */
  const comparable = (expression: string, { type, exact }: CompiledColumn): string =>
    type === 'text' && !exact ? `${expression} collate ${collation}` : expression;
  const folded = (expression: string): string =>
    `replace(${lowered(`convert(${expression} using utf8mb4)`)}, '${SIGMA.final}', '${SIGMA.plain}') collate ${collation}`;

  return {
    name,
    runsBeside: true,
    countsAlong: false,
    explain: mysqlExplain(explain),
    listed: 'k.id',
    quote: mysqlQuoted,
    bound: '?',
    read: column,
    keyList: keyTable,
    inList: (expression, of) => `${expression} in (select k.id from ${keyTable(of)})`,
    bindList: (values, of) => JSON.stringify(values.map((value) => jsonValue(value, of))),
    /** MariaDB and MySQL would turn `exists` into a materialized join, which is slower. */
    exists: (from, conditions) => `1 = (select 1 from ${from} where ${conditions} limit 1)`,
    clock: 'utc_timestamp(3)',
    lastCountedKey: 'select last_insert_id()',
    overriding: '',
    noValues: '() values ()',
    hasBooleans: false,
    asksForDefaults: true,
    locks,
    tryLock: null,
    castKey(expression, from, to) {
      if (isNumeric(from) === isNumeric(to)) return expression;
      return isNumeric(to)
        ? `cast(${expression} as signed)`
        : `cast(${expression} as char character set utf8mb4) collate ${collation}`;
    },
    comparable,
    boundTo: ({ type }) => (type in castTypes ? `cast(? as ${castTypes[type]})` : '?'),
    sortable: comparable,
    jsonValueSql: (expression, path, of) =>
      `${jsonValueSql(expression, path, of)} collate ${collation}`,
    sum: (expression) => `cast(sum(${expression}) as char)`,
    ordered: (expression, descending, nullable) => {
      if (descending) return `${expression} desc`;
      return nullable ? `${expression} is null, ${expression}` : expression;
    },
    folded,
    /**
     * Folds byte by byte: in UTF-8, the bytes of other letters are never ASCII bytes. 2 to 5 times
     * cheaper.
     */
    foldedAscii: (expression) =>
      `lower(convert(cast(convert(${expression} using utf8mb4) as binary) using latin1)) collate latin1_bin`,
    like: (expression) => `${expression} like ? escape '!'`,
    mark: '!',

    together: null,
    json: null,

    page: ({ table, columns, conditions, sorted, endsWithOrder }: PageParts) =>
      `select ${columns('t')}${endsWithOrder ? sorted.columns('t') : ''} from ${table} t${sorted.joins('t')}${conditions('t')}` +
      ` order by ${sorted.order('t')} limit ?, ?`,

    /** Numbers the keys on the index; `straight_join` fixes the join order. */
    ...rowNumberDialect({
      straight: 'straight_join',
      listed: 'k.id',
      bound: '?',
      column,
      keyList: keyTable,
    }),

    /**
     * Reads the rows one by one, in the order of the list. With `in`, the planner may read and lock
     * the whole table.
     */
    keyed: ({ table, key, columns, conditions, lock }: KeyedParts) =>
      `select ${columns} from ${keyTable(key)} straight_join ${table} t on ${column(key, 't')} = k.id where 1 = 1${conditions}${lock}`,
    /**
     * Joins the list. With `in`, the database would read the list again for each row that meets the
     * conditions: 400 times slower for 1,000 keys.
     */
    removal: ({ table, column: listed, conditions }: RemovalParts) =>
      `delete m from ${keyTable(listed)} straight_join ${table} m on ${column(listed, 'm')} = k.id where ${conditions}`,
    rows: jsonTableRows(collation),
    exact: mariaExact,
    rowVersion: null,
    comparesRows: false,
    writesInWith: false,
    digest: (columns, alias) =>
      `sha2(concat_ws(',', ${columns.map((each) => quotedSql(each, column(each, alias))).join(', ')}), 256)`,
  };
}

/** Returns a value as a string that is quoted, or `NULL`. Long values are hashed first. */
function quotedSql({ type, length }: CompiledColumn, expression: string): string {
  const isLong = type === 'json' || type === 'binary' || (type === 'text' && length === null);
  if (isLong) return `quote(sha2(${expression}, 256))`;
  // Strings of different character sets cannot be joined, and floats would lose digits.
  if (type === 'text') return `quote(convert(${expression} using utf8mb4))`;
  return type === 'float' ? `quote(cast(${expression} as double))` : `quote(${expression})`;
}
