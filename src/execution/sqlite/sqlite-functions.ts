import type BetterSqlite3 from 'better-sqlite3';

/**
 * Adds `lower_u` to a connection: Unicode lower case, since SQLite's own `lower` supports ASCII
 * only.
 * @contract C1.6
 */
export function registerFunctions(database: BetterSqlite3.Database): void {
  database.function('lower_u', { deterministic: true }, (value: unknown) =>
    value === null ? null : String(value).toLowerCase(),
  );
}
