import type { Engine } from '../database/engine.js';
import { lockSqlite } from './lock-sqlite.js';
import { sqliteColumns } from './sqlite-columns.js';
import { sqlite } from './sqlite-dialect.js';
import { sqliteOutcome } from './sqlite-failures.js';
import { sqliteSchema } from './sqlite-schema.js';
import { temporaryFolderOf } from './temporary-file.js';

export const sqliteEngine: Engine = {
  dialect: sqlite,
  protocols: ['sqlite:'],
  driverTypes: ['better-sqlite3'],
  server: null,
  connectionOptions: async (settings) =>
    (await import('./sqlite-options.js')).sqliteOptions(settings),
  async open(dataSource, { limits, report }) {
    const { SqliteDatabase } = await import('./sqlite-database.js');
    const folder = temporaryFolderOf(String(dataSource.options.database));
    return new SqliteDatabase(dataSource, limits.poolWait, limits.largeReadWait, report, folder);
  },
  lockMigrations: lockSqlite,
  outcomeOf: sqliteOutcome,
  columnTypes: sqliteColumns,
  schemaQueries: sqliteSchema,
};
