/**
 * Returns a column of SQLite as an instant in UTC, in one form for all strings; NULL for a string
 * that is not an instant. An index on exactly this expression serves it.
 *
 * @contract C1.6
 */
export const instantOf = (expression: string): string =>
  `strftime('%Y-%m-%d %H:%M:%f', ${expression})`;
