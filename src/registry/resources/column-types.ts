import type { ValueType } from './compiled-resource.js';

/** The database types of TypeORM's columns, by the type of their values. */
export const valueTypes: Readonly<Record<ValueType, string>> = {
  integer: 'int integer int2 int4 tinyint smallint mediumint smallserial serial number year',
  bigint: 'int8 bigint bigserial unsigned_big_int',
  decimal: 'decimal numeric dec fixed',
  float: 'float float4 float8 double double_precision real',
  text: 'varchar text char character string citext mediumtext longtext tinytext nvarchar nchar clob enum simple-enum character_varying varying_character native_character national_varchar national_char',
  uuid: 'uuid',
  boolean: 'boolean bool',
  datetime:
    'datetime timestamp timestamptz timestamp_with_time_zone timestamp_without_time_zone date_time',
  date: 'date',
  time: 'time time_without_time_zone',
  json: 'json jsonb simple-json simple-array',
  binary: 'blob bytea binary varbinary mediumblob longblob tinyblob',
};
const byDatabaseType = new Map(
  (Object.entries(valueTypes) as [ValueType, string][]).flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, type] as const),
  ),
);
const byConstructor = new Map<unknown, ValueType>([
  [Number, 'integer'],
  [String, 'text'],
  [Boolean, 'boolean'],
  [Date, 'datetime'],
  [Buffer, 'binary'],
]);

/**
 * Returns the type of the values of a column.
 *
 * @param declared TypeORM's name of the type, or a constructor
 * @returns `null` if requests and responses have no form for them
 */
export function valueTypeOf(declared: unknown): ValueType | null {
  if (typeof declared !== 'string') return byConstructor.get(declared) ?? null;
  return byDatabaseType.get(declared.replaceAll(' ', '_')) ?? null;
}

/** The powers of two at the end of the integers that a column contains. */
const bits: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  int2: 16,
  smallserial: 16,
  mediumint: 24,
};

/** The largest number of four bytes, and the types of such numbers. */
const LARGEST_FLOAT = 3.4028234663852886e38;
const shortFloats: Readonly<Partial<Record<TypeSystem, readonly string[]>>> = {
  postgres: ['real', 'float4'],
  maria: ['float', 'float4'],
};

/** SQLite keeps decimals as numbers of eight bytes, except in a column of text. */
export const significantDigits = (engine: TypeSystem, stored: string | undefined): number | null =>
  engine === 'sqlite' && !/char|clob|text/i.test(stored ?? '') ? 15 : null;

/** The years of MariaDB's and MySQL's `year`, and the instants of their `timestamp`. */
const YEARS = [1901, 2155] as const;
const TIMESTAMPS = [1000, 2 ** 31 * 1000 - 1] as const;

/** The engines by their types of columns: MariaDB and MySQL have the same. */
export type TypeSystem = 'postgres' | 'maria' | 'sqlite';

/** What is known of a column's numbers or instants. */
export interface Numbers {
  readonly type: ValueType;
  /** TypeORM's name of the type. */
  readonly databaseType: string;
  readonly isUnsigned: boolean;
  readonly engine: TypeSystem;
}

/**
 * Returns the least and the greatest value that a column contains: integers, floats, or instants in
 * milliseconds; `null` for other types, and where every number fits.
 */
export function rangeOf(numbers: Numbers): readonly [least: number, most: number] | null {
  const { type, databaseType, isUnsigned, engine } = numbers;
  if (type === 'integer') {
    if (databaseType === 'year') return YEARS;
    const size = 2 ** (bits[databaseType] ?? 32);
    return isUnsigned ? [0, size - 1] : [-size / 2, size / 2 - 1];
  }
  if (type === 'float' && shortFloats[engine]?.includes(databaseType))
    return [isUnsigned ? 0 : -LARGEST_FLOAT, LARGEST_FLOAT];
  return engine === 'maria' && databaseType === 'timestamp' ? TIMESTAMPS : null;
}

/** The bytes that MariaDB and MySQL keep in types without a length. */
export const mariaBytes: Readonly<Record<string, number>> = {
  tinytext: 255,
  text: 65_535,
  mediumtext: 16_777_215,
  tinyblob: 255,
  blob: 65_535,
  mediumblob: 16_777_215,
};
