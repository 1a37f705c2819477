import type BetterSqlite3 from 'better-sqlite3';
import { loadBetterSqlite } from './load-better-sqlite.js';
import { SqliteConnection } from './sqlite-connection.js';
import { registerFunctions } from './sqlite-functions.js';

/**
 * Opens a connection that only reads.
 *
 * @param timeout milliseconds that it waits for a lock of the file
 */
export function openReader(file: string, timeout: number): SqliteConnection {
  const Driver = loadBetterSqlite();
  const reader: BetterSqlite3.Database = new Driver(file, { readonly: true, timeout });
  registerFunctions(reader);
  return new SqliteConnection(reader);
}
