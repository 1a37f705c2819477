import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ColumnTypes, instants } from '../database/column-types.js';
import { databaseProtocols } from '../../options/database-protocols.js';
import type { Engine } from '../database/engine.js';
import { isIntegerType } from '../database/integer-types.js';
import { plainTables } from '../database/table-form.js';
import { instantOf } from '../dialects/instant-of.js';
import { lockSqlite } from './lock-sqlite.js';
import { sqlite } from './sqlite-dialect.js';
import { sqliteOutcome } from './sqlite-failures.js';
import { sqliteSchema } from './sqlite-schema.js';
import { sqliteTables } from './sqlite-tables.js';
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

/** The most worker threads by default. */
const MAX_WORKERS = 2;

/** One core remains for the thread that serves the requests. */
const defaultWorkers = (): number => Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));

export const sqliteEngine: Engine = {
  dialect: sqlite,
  protocols: databaseProtocols.sqlite,
  driverTypes: ['better-sqlite3'],
  server: null,
  connectionOptions: async (settings) =>
    (await import('./sqlite-options.js')).sqliteOptions(settings),
  // Statements of SQLite have no timeout.
  withoutTimeout: (options) => options,
  isMissing: ({ database }) => !existsSync(String(database)),
  async open(dataSource, { limits, report, options }) {
    const { SqliteDatabase } = await import('./sqlite-database.js');
    const temporaryFolder = temporaryFolderOf(String(dataSource.options.database));
    const workers = temporaryFolder === undefined ? (options.readWorkers ?? defaultWorkers()) : 0;
    return new SqliteDatabase(dataSource, { limits, report, workers, temporaryFolder });
  },
  lockMigrations: lockSqlite,
  migratesAtOnce: true,
  outcomeOf: sqliteOutcome,
  messages: { busy: /^The database connection is not open/ },
  columnTypes: sqliteColumns,
  tableForm: {
    ...plainTables,
    // Instants are stored as strings, which are compared as instants.
    indexed: (column, definition) =>
      definition?.startsWith(sqliteColumns.datetime) ? instantOf(column) : column,
  },
  adaptColumn(column) {
    // TypeORM does not escape quotes in the check of their values.
    column.enum = undefined;
    // SQLite only counts keys of the type `integer`.
    if (column.generationStrategy === 'increment') column.type = 'integer';
  },
  keyCast: (type) => (isIntegerType(type) ? 'integer' : null),
  emptyTables: (tables) => [
    'pragma defer_foreign_keys = on',
    ...tables.map((table) => `delete from ${table}`),
  ],
  schemaQueries: sqliteSchema,
  replication: null,
  tableQueries: sqliteTables,
};
