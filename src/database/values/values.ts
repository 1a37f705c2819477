import { plainDigits } from '../../base/plain-digits.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { isDeeperThan } from '../../base/is-deeper-than.js';

/**
 * Turns a driver's value into a value of an entity's property, or `undefined` if it does not fit
 * its column; `null` if both are the same.
 */
export type EntityValueReader = ((value: unknown) => unknown) | null;

/**
 * The position of a value that does not fit its column, and what it should be. Never the value
 * itself.
 */
export interface CorruptPlace {
  /** The resource's key, or the table's name without a resource. */
  readonly resource: string;
  readonly key: string;
  readonly column: string;
  /** `json`, `stored file` */
  readonly wanted: string;
}

/** Reports a value that is returned as null, since it does not fit its column. */
export type CorruptValue = (place: CorruptPlace) => void;

const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;

/** `YYYY-MM-DD[ T]HH:MM:SS[.f{1,6}][Z|+00]`: an instant in UTC, as every database writes it. */
const inUtc = new RegExp(String.raw`^${date}[ T]${time}(\.\d{1,6})?(Z|\+00(:00)?)?$`);
const dateAlone = new RegExp(`^${date}$`);
const withZone = /(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * Returns an instant as ISO 8601 in UTC with milliseconds; `null` if the value is not an instant.
 * The strings of the databases are only cut: a `Date` would cost more than the whole row. @contract
 * C1.6
 */
export function isoInstant(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (!inUtc.test(value)) return isoOfOther(value);
  if (!isDayOfMonth(value)) return null;
  const milliseconds = value.charCodeAt(19) === POINT ? millisecondsOf(value) : '000';
  return value.slice(0, 10) + 'T' + value.slice(11, 19) + '.' + milliseconds + 'Z';
}
const POINT = '.'.charCodeAt(0);
const millisecondsOf = (text: string): string =>
  /^\d{1,3}/.exec(text.slice(20, 23))![0].padEnd(3, '0');

/** Whether the month of a string `YYYY-MM-DD…` has its day, except for a day 0. */
function isDayOfMonth(text: string): boolean {
  const [month, day] = [pairAt(text, 5), pairAt(text, 8)];
  if (month === 2 && day === 29) return isLeapYear(pairAt(text, 0) * 100 + pairAt(text, 2));
  return day <= 28 || day <= DAYS[month - 1]!;
}
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns a date as `YYYY-MM-DD`; `undefined` if the value is not a date. */
export const dateString = (value: unknown): string | undefined =>
  typeof value === 'string' && dateAlone.test(value) && isDayOfMonth(value) ? value : undefined;

/** Reads a date alone, or an instant of another time zone, which a text column may contain. */
function isoOfOther(text: string): string | null {
  const isDate = dateAlone.test(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !isDayOfMonth(text)) return null;
  if (!isDate && !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text)) return null;
  const date = new Date(
    isDate || withZone.test(text) ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`,
  );
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * Reads `true` of PostgreSQL, and every number but 0 of the others; `undefined` for a value that is
 * not a boolean.
 */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const isNumber = typeof value === 'number' || /^-?\d{1,3}$/.test(String(value));
  return isNumber ? Number(value) !== 0 : undefined;
}

const timeOfDay = /^(\d\d:\d\d:\d\d)(\.\d{1,9})?$/;

/** Returns a time of day without zeros at its end; `undefined` for any other value. */
export function timeString(value: unknown): string | undefined {
  const [, seconds, fraction = ''] = timeOfDay.exec(String(value)) ?? [];
  return seconds === undefined ? undefined : seconds + fraction.replace(/\.?0{1,9}$/, '');
}

const decimal = /^-?\d+(\.\d+)?$/;

/**
 * Returns a decimal, with the column's scale if it has one: SQLite returns a number, without trailing
 * zeros.
 * `undefined` if the value is not a number.
 */
export function decimalString(value: unknown, { scale }: CompiledColumn): string | undefined {
  const isNumber = typeof value === 'number';
  const string = plainDigits(isNumber && scale !== null ? value.toFixed(scale) : String(value));
  return decimal.test(string) ? string : undefined;
}

/**
 * Levels of nesting that are read. Newer versions of Node.js parse deeper JSON, on which recursive
 * code would fail.
 */
const JSON_DEPTH = 1_000;

/**
 * Returns the value of a JSON column; `undefined` for a string that is not JSON, or nested too
 * deeply.
 */
export function parseJson(value: unknown, column: CompiledColumn): unknown {
  if (typeof value !== 'string') return value;
  // TypeORM stores a `simple-array` as its items, joined by commas.
  if (column.databaseType === 'simple-array') return value === '' ? [] : value.split(',');
  try {
    const parsed = JSON.parse(value) as unknown;
    // A level has at least two characters.
    const isTooDeep = value.length > 2 * JSON_DEPTH && isDeeperThan(JSON_DEPTH, parsed);
    return isTooDeep ? undefined : parsed;
  } catch {
    return undefined;
  }
}

const orNull =
  (read: (value: unknown) => unknown): EntityValueReader =>
  (value) =>
    value === null ? null : read(value);

/**
 * Returns an instant; `undefined` if the value is not one. Reading the digits of the database's
 * string costs a fraction of parsing one in JavaScript's format.
 */
function dateOf(value: unknown): Date | undefined {
  // `Date.UTC` takes years below 100 for those of the last century.
  if (typeof value === 'string' && value >= '0100' && inUtc.test(value))
    return isDayOfMonth(value) ? new Date(utcOf(value)) : undefined;
  const instant = isoInstant(value);
  return instant === null ? undefined : new Date(instant);
}

/** Returns the milliseconds since 1970 of a string that {@link inUtc} describes. */
const utcOf = (text: string): number =>
  Date.UTC(
    pairAt(text, 0) * 100 + pairAt(text, 2),
    pairAt(text, 5) - 1,
    pairAt(text, 8),
    pairAt(text, 11),
    pairAt(text, 14),
    pairAt(text, 17),
    text.charCodeAt(19) === POINT
      ? digitAt(text, 20) * 100 + digitAt(text, 21) * 10 + digitAt(text, 22)
      : 0,
  );

const pairAt = (text: string, at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1);

/** Returns a digit; 0 behind the last one of a fraction. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : 0;
}
const ZERO = '0'.charCodeAt(0);

/**
 * Returns the reader of a column's values for entities: instants as `Date`, decimals and bigints as
 * strings, keys unchanged.
 */
export function entityReader(column: CompiledColumn): EntityValueReader {
  switch (column.type) {
    case 'datetime':
      return orNull(dateOf);
    case 'date':
      return orNull(dateString);
    case 'time':
      return orNull(timeString);
    case 'decimal':
      return orNull((value) => decimalString(value, column));
    case 'boolean':
      return orNull(toBoolean);
    case 'json':
      return orNull((value) => parseJson(value, column));
    default:
      return null;
  }
}
