/**
 * Values as SQLite, MariaDB and MySQL take them: no `undefined`, no booleans, and dates as the UTC
 * text that they keep in their columns.
 */
export function bindValues(values: readonly unknown[]): unknown[] {
  return values.map(bindValue);
}

function bindValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (value === true) return 1;
  if (value === false) return 0;
  return value instanceof Date ? datetimeString(value) : value;
}

/**
 * The years that are written with four digits: a longer one would be compared as a text that begins
 * with a sign.
 */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * `YYYY-MM-DD HH:MM:SS.mmm` in UTC; the first or the last such instant for what lies beyond them.
 */
function datetimeString(date: Date): string {
  const kept = new Date(Math.min(Math.max(date.getTime(), FIRST), LAST));
  return kept.toISOString().replace('T', ' ').slice(0, -1);
}
