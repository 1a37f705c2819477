/**
 * A column of SQLite as an instant in UTC, in one form, whatever text lies in it; NULL for a text
 * that is none. An index on this very expression serves it.
 *
 * @contract C1.6
 */
export const instantOf = (expression: string): string =>
  `strftime('%Y-%m-%d %H:%M:%f', ${expression})`;
