import { listed } from '../../base/listed.js';
import { plainDigits } from '../../base/plain-digits.js';
import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';
import { parseKey } from '../request/parse-key.js';

/**
 * A value for the entity's property, or a fault: the end of a message that starts with the field,
 * such as `must be an integer.`
 */
export type ColumnValue = { readonly value: unknown } | { readonly fault: string };

type Parse = (value: unknown, column: CompiledColumn) => ColumnValue;

/**
 * Converts a value from a JSON body or from custom code to the type of the column: an instant
 * becomes a `Date`, a decimal becomes a string, and a key is checked like the keys in URLs. A value
 * with a fault is not written, even if the rules allow it. Converting a result again does not
 * change it.
 *
 * @contract C4.2
 */
export function parseColumnValue(column: CompiledColumn, value: unknown): ColumnValue {
  if (value === null) return column.nullable ? { value } : { fault: 'is required.' };
  return column.holdsKey ? parseKeyValue(value, column) : parsers[column.type](value, column);
}

/** Parses a key in a body: a string, or a safe integer. @contract C1.3 */
const parseKeyValue: Parse = (value, column) => {
  const string = Number.isSafeInteger(value) ? String(value) : value;
  const key = typeof string === 'string' ? parseKey(string, column) : undefined;
  if (key === undefined) return { fault: 'must be a key.' };
  return column.type === 'text' ? parseString(key, column) : { value: key };
};

const parseInteger: Parse = (value, { range }) => {
  if (!Number.isInteger(value)) return { fault: 'must be an integer.' };
  return inRange(Number(value) + 0, range);
};

function inRange(value: number, range: CompiledColumn['range']): ColumnValue {
  const [least, most] = range ?? [-Infinity, Infinity];
  return value < least || value > most
    ? { fault: `must be between ${least} and ${most}.` }
    : { value };
}

const digits = /^-?\d{1,20}$/;

const parseBigint: Parse = (value, { unsigned }) => {
  const string = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof string !== 'string' || !digits.test(string)) return { fault: 'must be an integer.' };
  const integer = BigInt(string);
  if (unsigned && integer < 0n) return { fault: 'must not be negative.' };
  const kept = unsigned ? BigInt.asUintN(64, integer) : BigInt.asIntN(64, integer);
  return kept === integer ? { value: String(integer) } : { fault: 'is too large.' };
};

const plainNumber = /^(-?)0*(\d{1,40})(?:\.(\d{1,40}?)0*)?$/;

const parseDecimal: Parse = (value, { precision, scale, significantDigits, unsigned }) => {
  const text = typeof value === 'number' ? plainDigits(value) : value;
  const parts = typeof text === 'string' ? plainNumber.exec(text) : null;
  if (!parts) return { fault: 'must be a number.' };
  const [, sign, whole = '', fraction = ''] = parts;
  if (unsigned && sign === '-' && /[1-9]/.test(whole + fraction))
    return { fault: 'must not be negative.' };
  if (scale !== null && fraction.length > scale)
    return { fault: `must have at most ${scale} decimal places.` };
  const max = (precision ?? 40) - (scale ?? 0);
  if (whole !== '0' && whole.length > max)
    return { fault: `must have at most ${max} digits before the point.` };
  if (significantDigits !== null && digitsIn(whole + fraction) > significantDigits)
    return { fault: `must have at most ${significantDigits} digits.` };
  const places = fraction.padEnd(scale ?? 0, '0');
  return { value: sign + whole + (places && `.${places}`) };
};

/** Without the zeros at both ends. */
const digitsIn = (digits: string): number =>
  digits.replace(/^0{1,80}/, '').replace(/0{1,80}$/, '').length;

const parseFloatValue: Parse = (value, { range }) =>
  typeof value === 'number' && Number.isFinite(value)
    ? inRange(range && Math.fround(value) === 0 ? 0 : value, range)
    : { fault: 'must be a number.' };

const parseString: Parse = (value, { length, labels, bytes }) => {
  if (typeof value !== 'string') return { fault: 'must be a string.' };
  if (labels && !labels.includes(value)) return { fault: `must be one of: ${listed(labels)}.` };
  if (length !== null && value.length > length && [...value].length > length)
    return { fault: `must not be longer than ${length} characters.` };
  if (bytes !== null && value.length > bytes / 4 && Buffer.byteLength(value) > bytes)
    return { fault: `must not be longer than ${bytes} bytes.` };
  return { value };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && uuid.test(value);

const parseUuid: Parse = (value) =>
  isUuid(value) ? { value: value.toLowerCase() } : { fault: 'must be a UUID.' };

const parseBoolean: Parse = (value) =>
  typeof value === 'boolean' ? { value } : { fault: 'must be true or false.' };

const instant =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;
/** The first year that MariaDB and MySQL support. */
const FIRST_YEAR = '1000';

/** Parses ISO 8601. An instant without a time zone is UTC. @contract C1.6 */
const parseInstant: Parse = (value, { range }) => {
  const date = value instanceof Date ? value : readInstant(value);
  if (!date || !isKept(date)) return { fault: 'must be a date.' };
  if (range && (date.getTime() < range[0] || date.getTime() > range[1])) {
    const [least, most] = range.map((end) => new Date(end).toISOString());
    return { fault: `must be between ${least} and ${most}.` };
  }
  return { value: date };
};

function readInstant(value: unknown): Date | null {
  const parts = typeof value === 'string' ? instant.exec(value) : null;
  if (!parts || !isCalendarDate(parts[1]!)) return null;
  const [, day, time = '00:00', zone = 'Z'] = parts;
  return new Date(`${day}T${time}${zone.toUpperCase()}`);
}

const isKept = (date: Date): boolean =>
  !Number.isNaN(date.getTime()) &&
  /^\d{4}-/.test(date.toISOString()) &&
  date.toISOString() >= FIRST_YEAR;

/** Whether the day exists, in a supported year. `Date` would turn 30 February into 1 March. */
function isCalendarDate(string: string): boolean {
  const date = new Date(`${string}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) && date.toISOString().startsWith(string) && string >= FIRST_YEAR
  );
}

const parseDate: Parse = (value) => {
  const string = value instanceof Date ? dayOf(value) : value;
  const isDay =
    typeof string === 'string' && /^\d{4}-\d\d-\d\d$/.test(string) && isCalendarDate(string);
  return isDay ? { value: string } : { fault: 'must be a date such as 2024-02-29.' };
};

/** Returns the day, or `null` if the time is not midnight in UTC. */
function dayOf(date: Date): string | null {
  const [day, time] = Number.isNaN(date.getTime()) ? [] : date.toISOString().split('T');
  return time === '00:00:00.000Z' ? day! : null;
}

const timeOfDay = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/;

/** Parses `HH:MM`, `HH:MM:SS` and `HH:MM:SS.ffffff`. */
const parseTime: Parse = (value, { scale }) => {
  const parts = typeof value === 'string' ? timeOfDay.exec(value) : null;
  if (!parts) return { fault: 'must be a time such as 14:30:00.' };
  const [, minutes, seconds = '00', digitsGiven = ''] = parts;
  const fraction = digitsGiven.replace(/0{1,9}$/, '');
  if (fraction.length > (scale ?? 0))
    return { fault: `must have at most ${scale ?? 0} decimal places of a second.` };
  return { value: `${minutes}:${seconds}${fraction && `.${fraction}`}` };
};

const parseJsonValue: Parse = (value, { databaseType }) => {
  if (databaseType === 'simple-array') return parseStringList(value);
  return hasFiniteNumbers(value)
    ? { value }
    : { fault: 'must not contain a number that is too large.' };
};

/**
 * Whether all numbers of a JSON value are finite. `JSON.parse` turns `1e999` into `Infinity`, which
 * would be stored as null. Does not use recursion, so values of any depth can be checked.
 *
 * @contract C1.7
 */
function hasFiniteNumbers(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && !Number.isFinite(next)) return false;
    if (typeof next === 'object' && next !== null)
      for (const member of Object.values(next)) open.push(member);
  }
  return true;
}

/** Parses a list that is stored as one comma-separated string. An empty list is stored as ''. */
function parseStringList(value: unknown): ColumnValue {
  const isList =
    Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes(','));
  if (!isList) return { fault: 'must be a list of strings without a comma.' };
  return value.length === 1 && value[0] === ''
    ? { fault: 'must not contain only the empty string.' }
    : { value };
}

/**
 * Parses base64. Rejects unused bits at the end, as in `AB==`, because they would be lost. Buffers
 * come from custom code.
 */
const parseBinary: Parse = (value, { bytes: most }) => {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : value;
  if (!Buffer.isBuffer(bytes) || (bytes !== value && bytes.toString('base64') !== value))
    return { fault: 'must be base64.' };
  return most !== null && bytes.length > most
    ? { fault: `must not be longer than ${most} bytes.` }
    : { value: bytes };
};

const parsers: Readonly<Record<ValueType, Parse>> = {
  integer: parseInteger,
  bigint: parseBigint,
  decimal: parseDecimal,
  float: parseFloatValue,
  text: parseString,
  uuid: parseUuid,
  boolean: parseBoolean,
  datetime: parseInstant,
  date: parseDate,
  time: parseTime,
  json: parseJsonValue,
  binary: parseBinary,
};
