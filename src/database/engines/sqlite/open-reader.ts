import type BetterSqlite3 from 'better-sqlite3';
import { loadBetterSqlite } from './load-better-sqlite.js';
import { SqliteConnection } from './sqlite-connection.js';
import { registerFunctions } from './sqlite-functions.js';

/**
 * Bytes at the file's beginning that the reader maps into memory, instead of copying them page by
 * page.
 */
const MAPPED = 128 * 1024 * 1024;

/**
 * Opens a connection that only reads.
 *
 * @param timeout milliseconds that it waits for a lock of the file
 */
export function openReader(file: string, timeout: number): SqliteConnection {
  const Driver = loadBetterSqlite();
  const reader: BetterSqlite3.Database = new Driver(file, { readonly: true, timeout });
  reader.pragma(`mmap_size = ${MAPPED}`);
  registerFunctions(reader);
  return new SqliteConnection(reader);
}
