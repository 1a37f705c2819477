import type BetterSqlite3 from 'better-sqlite3';

/**
 * Gives a connection `lower_u`: Unicode lower-casing, where SQLite's own `lower` knows ASCII only.
 * @contract C1.6
 */
export function registerFunctions(database: BetterSqlite3.Database): void {
  database.function('lower_u', { deterministic: true }, (value: unknown) =>
    value === null ? null : String(value).toLowerCase(),
  );
}
