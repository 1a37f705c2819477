/**
 * Values as SQLite and MariaDB take them: no `undefined`, no booleans, and dates as the UTC text that both engines keep
 * in their columns.
 */
export function bindValues(values: readonly unknown[]): unknown[] {
  return values.map(bindValue);
}

function bindValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (value === true) return 1;
  if (value === false) return 0;
  return value instanceof Date ? datetimeText(value) : value;
}

/** `YYYY-MM-DD HH:MM:SS.mmm` in UTC. */
function datetimeText(date: Date): string {
  return date.toISOString().replace('T', ' ').slice(0, -1);
}
