import type { ValueType } from '../../../registry/resources/compiled-resource.js';
import { valueTypeOf } from '../../../registry/resources/column-types.js';
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
  readonly note?: 'no time zone';
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

type Mapping = (type: SqlType) => MappedType | Unmapped;

/** Names that TypeORM has for other engines too. */
const spellings: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'int',
  integer: 'int',
  double: 'double precision',
  double_precision: 'double precision',
  float8: 'double precision',
  float4: 'real',
};

const named =
  (property: MappedType['property']): Mapping =>
  ({ name, isUnsigned }) => ({
    type: spellings[name] ?? name,
    options: isUnsigned ? { unsigned: true } : {},
    property,
  });

const fixed =
  (type: string, property: MappedType['property']): Mapping =>
  () => ({ type, options: {}, property });

const boolean = fixed('boolean', 'boolean');

const integer: Mapping = (sql) =>
  sql.name === 'tinyint' && sql.sizes[0] === 1 && !sql.isUnsigned
    ? boolean(sql)
    : named('number')(sql);

/** Values are strings. Without a precision they have as many digits as the database keeps. */
const decimal: Mapping = ({ sizes: [precision, scale = 0], isUnsigned }) => ({
  type: 'decimal',
  options: {
    ...(precision !== undefined && { precision, scale }),
    ...(isUnsigned && { unsigned: true }),
  },
  property: 'string',
});

const datetime: Mapping = ({ name }) => ({
  type: 'Date',
  options: {},
  property: 'Date',
  ...(/^datetime$|without/.test(name) && { note: 'no time zone' as const }),
});

const time: Mapping = ({ sizes: [precision] }) => ({
  type: 'time',
  options: precision === undefined ? {} : { precision },
  property: 'string',
});

const text: Mapping = ({ sizes: [length] }) => ({
  type: length === undefined ? 'text' : 'varchar',
  options: length === undefined ? {} : { length },
  property: 'string',
});

/** How columns are declared, by the type of their values. */
const mappings: Readonly<Record<ValueType, Mapping>> = {
  integer,
  bigint: (sql) => named('string')({ ...sql, name: 'bigint' }),
  decimal,
  float: named('number'),
  boolean,
  text,
  uuid: fixed('uuid', 'string'),
  date: fixed('date', 'string'),
  datetime,
  time,
  json: named('unknown'),
  binary: ({ name }) => ({ reason: `responses do not contain binary values (${name})` }),
};

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
  const values = valueTypeOf(type.name);
  return values ? mappings[values](type) : { reason: `there are no fields of the type ${sql}` };
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
