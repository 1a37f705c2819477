import { type ColumnTypes, instants } from '../../dialects/column-types.js';
import type { Engine } from '../../dialects/engine.js';
import { lockSqlite } from './lock-sqlite.js';
import { sqlite } from './sqlite-dialect.js';
import { sqliteSchema } from './sqlite-schema.js';
import { temporaryFolderOf } from './temporary-file.js';

const sqliteColumns: ColumnTypes = {
  key: 'integer primary key autoincrement',
  integer: 'integer',
  boolean: 'boolean',
  json: 'text', // a column declared `json` has numeric affinity: it would keep 1.0 as 1
  uuid: 'varchar(36)',
  uuidKey: 'varchar(36) primary key not null',
  text: (length) => `varchar(${length})`,
  longText: 'text',
  ...instants('datetime', `(strftime('%Y-%m-%d %H:%M:%f', 'now'))`),
};

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
    return new SqliteDatabase(dataSource, limits, report, folder);
  },
  lockMigrations: lockSqlite,
  transactionalDdl: true,
  columnTypes: sqliteColumns,
  schemaQueries: sqliteSchema,
};
