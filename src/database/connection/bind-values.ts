/**
 * Converts values for SQLite, MariaDB and MySQL: without `undefined` and booleans, and with dates
 * as the UTC strings of their columns.
 */
export function bindValues(values: readonly unknown[]): unknown[] {
  return values.map(bindValue);
}

/** As {@link bindValues}, of one value. */
export function bindValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (value === true) return 1;
  if (value === false) return 0;
  return value instanceof Date ? datetimeString(value) : value;
}

/** The years with four digits: longer ones would be compared as strings that begin with a sign. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Returns `YYYY-MM-DD HH:MM:SS.mmm` in UTC; the first or the last such instant for dates out of
 * range.
 */
function datetimeString(date: Date): string {
  const clamped = new Date(Math.min(Math.max(date.getTime(), FIRST), LAST));
  return clamped.toISOString().replace('T', ' ').slice(0, -1);
}
