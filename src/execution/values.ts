import type { CompiledColumn } from '../registry/compiled-resource.js';

/** Turns a driver's value into what an entity's property holds; `null` where they are the same. */
export type EntityValueReader = ((value: unknown) => unknown) | null;

/** Told of a value that could not be read: it is answered as null. */
export type CorruptValue = (column: CompiledColumn) => void;

/** `YYYY-MM-DD[ T]HH:MM:SS[.f{1,6}][Z|+00]`: an instant in UTC, as the three databases write it. */
const inUtc = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00(:00)?)?$/;
const withZone = /(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * An instant as ISO 8601 in UTC with milliseconds; `null` when the value is none. What the databases write is only cut:
 * a `Date` would cost more than the whole row. @contract C1.6
 */
export function isoInstant(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (!inUtc.test(value)) return isoOfOther(value);
  const milliseconds = value.charCodeAt(19) === POINT ? millisecondsOf(value) : '000';
  return value.slice(0, 10) + 'T' + value.slice(11, 19) + '.' + milliseconds + 'Z';
}
const POINT = '.'.charCodeAt(0);
const millisecondsOf = (text: string): string => /^\d{1,3}/.exec(text.slice(20, 23))![0].padEnd(3, '0');

/** A date alone, or an instant of another zone, as somebody may have put it into a text column. */
function isoOfOther(text: string): string | null {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  if (!isDate && !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text)) return null;
  const date = new Date(isDate || withZone.test(text) ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `true` on PostgreSQL, 1 on the others. */
export const toBoolean = (value: unknown): boolean => value === true || value === 1 || value === '1';

/** With the column's scale: SQLite gives a number, without the zeros at its end. */
export const decimalText = (value: unknown, { scale }: CompiledColumn): string =>
  typeof value === 'number' ? value.toFixed(scale!) : String(value);

/** JSON as it lies in a column. A text that is none is told, and null. */
export function parseJson(value: unknown, column: CompiledColumn, corrupt: CorruptValue): unknown {
  if (typeof value !== 'string') return value;
  // TypeORM keeps a `simple-array` as its items, joined by commas.
  if (column.databaseType === 'simple-array') return value === '' ? [] : value.split(',');
  try {
    return JSON.parse(value) as unknown;
  } catch {
    corrupt(column);
    return null;
  }
}

const orNull =
  (read: (value: unknown) => unknown): EntityValueReader =>
  (value) =>
    value === null ? null : read(value);

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/** How a column's value stands in an entity: instants as `Date`, decimals and bigints as texts, keys as they are. */
export function entityReader(column: CompiledColumn, corrupt: CorruptValue): EntityValueReader {
  switch (column.type) {
    case 'datetime':
      return orNull((value) => dateOf(isoInstant(value)));
    case 'decimal':
      return orNull((value) => decimalText(value, column));
    case 'boolean':
      return orNull(toBoolean);
    case 'json':
      return orNull((value) => parseJson(value, column, corrupt));
    default:
      return null;
  }
}
