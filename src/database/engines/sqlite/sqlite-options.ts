import { resolve } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import type { ConnectionSettings } from '../../dialects/engine.js';
import { loadBetterSqlite } from './load-better-sqlite.js';
import { registerFunctions } from './sqlite-functions.js';
import { temporaryFile } from './temporary-file.js';

/**
 * Returns TypeORM's options for SQLite, for the connection that writes. TypeORM creates missing
 * folders.
 *
 * @throws TypeError when the address does not contain a file
 */
export function sqliteOptions({ url, limits }: ConnectionSettings): DataSourceOptions {
  const file = url.slice('sqlite:'.length);
  if (file === '')
    throw new TypeError('DATABASE_URL must contain a file: sqlite:FILE or sqlite::memory:.');
  return {
    type: 'better-sqlite3',
    driver: loadBetterSqlite(),
    database: file === ':memory:' ? temporaryFile() : resolve(file),
    enableWAL: true,
    timeout: limits.poolWait,
    prepareDatabase(database: BetterSqlite3.Database) {
      // With WAL a crash of the machine may lose the last commits, never the database; FULL costs
      // 16 times as much.
      database.pragma('synchronous = NORMAL');
      registerFunctions(database);
    },
  };
}
