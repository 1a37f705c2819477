import { stringsIn } from './sql-text.js';

/** How an entity declares a type of the database. */
export interface MappedType {
  /** TypeORM's name of the type; `Date` is the class. */
  readonly type: string;
  /** Options of the column, besides its name. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The type of the property. */
  readonly property: 'number' | 'string' | 'boolean' | 'Date' | 'unknown';
  /** What to know about the column. */
  readonly note?: 'no time zone' | 'no scale';
}

/** Why a column is left out. */
export interface Unmapped {
  readonly reason: string;
}

interface SqlType {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly isUnsigned: boolean;
}

type Mapping = (type: SqlType) => MappedType;

const unsigned = ({ isUnsigned }: SqlType) => (isUnsigned ? { unsigned: true } : {});

const whole =
  (type: string, property: 'number' | 'string' = 'number'): Mapping =>
  (sql) => ({ type, options: unsigned(sql), property });

const fixed =
  (type: string, property: MappedType['property'], note?: MappedType['note']): Mapping =>
  () => ({ type, options: {}, property, ...(note && { note }) });

const boolean = fixed('boolean', 'boolean');

const tinyint: Mapping = (sql) =>
  sql.sizes[0] === 1 && !sql.isUnsigned ? boolean(sql) : whole('tinyint')(sql);

/** Values are strings. Without a scale, the widest that every database has is declared. */
const decimal: Mapping = (sql) => {
  const [precision = 38, scale = sql.sizes.length > 0 ? 0 : 10] = sql.sizes;
  return {
    type: 'decimal',
    options: { precision, scale, ...unsigned(sql) },
    property: 'string',
    ...(sql.sizes.length === 0 && { note: 'no scale' as const }),
  };
};

const time: Mapping = ({ sizes: [precision] }) => ({
  type: 'time',
  options: precision === undefined ? {} : { precision },
  property: 'string',
});

const string: Mapping = ({ sizes: [length] }) => ({
  type: length === undefined ? 'text' : 'varchar',
  options: length === undefined ? {} : { length },
  property: 'string',
});

const rows: readonly (readonly [names: string, mapping: Mapping])[] = [
  ['int integer int4', whole('int')],
  ['smallint int2', whole('smallint')],
  ['mediumint', whole('mediumint')],
  ['tinyint', tinyint],
  ['bigint int8', whole('bigint', 'string')],
  ['decimal numeric dec', decimal],
  ['double double_precision float8', fixed('double precision', 'number')],
  ['float', fixed('float', 'number')],
  ['real float4', fixed('real', 'number')],
  ['boolean bool', boolean],
  ['varchar char character character_varying nvarchar nchar', string],
  ['text tinytext mediumtext longtext clob citext', fixed('text', 'string')],
  ['uuid', fixed('uuid', 'string')],
  ['date', fixed('date', 'string')],
  ['datetime timestamp_without_time_zone', fixed('Date', 'Date', 'no time zone')],
  ['timestamp timestamp_with_time_zone', fixed('Date', 'Date')],
  ['time time_without_time_zone', time],
  ['year', whole('year')],
  ['json', fixed('json', 'unknown')],
  ['jsonb', fixed('jsonb', 'unknown')],
];

const mappings = new Map(
  rows.flatMap(([names, mapping]) => names.split(' ').map((name) => [name, mapping] as const)),
);

const binary = new Set([
  'bytea',
  'blob',
  'binary',
  'varbinary',
  'tinyblob',
  'mediumblob',
  'longblob',
]);

/**
 * Returns how an entity declares a column of this type, or why it cannot.
 *
 * @param sql in SQL notation: `varchar(60)`, `int(10) unsigned`, `timestamp(3) with time zone`
 * @param labels the values of an enumeration with a type of its own
 */
export function mapType(sql: string, labels: readonly string[] | null): MappedType | Unmapped {
  if (labels) return enumeration(labels);
  if (/^enum\s*\(/i.test(sql)) return enumeration(stringsIn(sql));
  if (sql.trim() === '') return { reason: 'the column has no type' };
  if (sql.endsWith('[]')) return { reason: `there are no fields for arrays (${sql})` };
  const type = parseType(sql);
  const mapping = mappings.get(type.name);
  if (mapping) return mapping(type);
  if (binary.has(type.name))
    return { reason: `responses do not contain binary values (${type.name})` };
  return { reason: `there are no fields of the type ${sql}` };
}

const enumeration = (labels: readonly string[]): MappedType => ({
  type: 'simple-enum',
  options: { enum: labels },
  property: 'string',
});

function parseType(sql: string): SqlType {
  const words = sql.toLowerCase().replace(/\b(?:unsigned|zerofill|signed)\b/g, '');
  const [open, close] = [words.indexOf('('), words.indexOf(')')];
  const hasSizes = open >= 0 && close > open;
  const name = hasSizes ? words.slice(0, open) + words.slice(close + 1) : words;
  return {
    name: name.trim().split(/\s+/).join('_'),
    sizes: hasSizes
      ? words
          .slice(open + 1, close)
          .split(',')
          .map(Number)
      : [],
    isUnsigned: /\bunsigned\b/i.test(sql),
  };
}
