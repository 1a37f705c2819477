import { hash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';

/**
 * Adds functions to a connection: `lower_u` for Unicode lower case, since SQLite's own `lower`
 * supports ASCII only, and `row_digest` for the hash of any number of values.
 * @contract C1.6, C13.1
 */
export function registerFunctions(database: BetterSqlite3.Database): void {
  database.function('lower_u', { deterministic: true }, (value: unknown) =>
    value === null ? null : String(value).toLowerCase(),
  );
  const exact = { deterministic: true, varargs: true, safeIntegers: true };
  database.function('row_digest', exact, (...values: readonly unknown[]) =>
    hash('sha256', values.map(marked).join('')),
  );
}

/** Writes a value with its type and length, so that different lists of values never look alike. */
function marked(value: unknown): string {
  if (value === null) return 'null:';
  const [type, text] = Buffer.isBuffer(value)
    ? ['binary', value.toString('hex')]
    : [typeof value, String(value)];
  return `${type}:${text.length}:${text}`;
}
