import type { DataSource, QueryRunner } from 'typeorm';
import { type ColumnTypes, instants } from '../../dialects/column-types.js';
import type { Engine, Release } from '../../dialects/engine.js';
import {
  LOCK_TIMEOUT_SECONDS,
  migrationLockTimeout,
} from '../../dialects/migration-lock-timeout.js';
import { mariadbSchema, mysqlSchema } from './maria-schema.js';
import { statementsPerConnection } from './maria-statements.js';
import { mariadb } from './mariadb-dialect.js';
import { mysql } from './mysql-dialect.js';

/** An address of MySQL may lead to MariaDB, and vice versa: the server's version decides. */
const family = {
  protocols: ['mysql:', 'mariadb:'],
  driverTypes: ['mysql', 'mariadb'],
  connectionOptions: async (settings) =>
    (await import('./maria-options.js')).mariaOptions(settings),
  lockMigrations: lockMaria,
  transactionalDdl: true, // only for its rows: changes of the schema commit
} satisfies Partial<Engine>;

const versionQuery = 'select version() as version';
const mariadbVersion = (version: string): string | null =>
  /mariadb/i.test(version) ? version : null;

/** Strings have the collation of their table. */
const mariadbColumns: ColumnTypes = {
  key: 'integer auto_increment primary key',
  integer: 'integer',
  boolean: 'boolean',
  json: 'json',
  uuid: 'varchar(36)',
  uuidKey: 'varchar(36) primary key not null',
  text: (length) => `varchar(${length})`,
  longText: 'mediumtext', // `text` ends at 64 KiB
  ...instants('datetime(3)', '(utc_timestamp(3))'),
};

const mysqlColumns: ColumnTypes = {
  ...mariadbColumns,
  json: 'longtext', // a column declared `json` would reorder the keys
};

export const mariadbEngine: Engine = {
  ...family,
  dialect: mariadb,
  // The first version with the collations that fold strings.
  server: { name: 'MariaDB', versionQuery, versionIn: mariadbVersion, oldest: [10, 10] },
  open: opener('mariadb'),
  columnTypes: mariadbColumns,
  schemaQueries: mariadbSchema,
};

export const mysqlEngine: Engine = {
  ...family,
  dialect: mysql,
  // The first version that derives the type of a bound value from the value it is compared with.
  server: {
    name: 'MySQL',
    versionQuery,
    versionIn: (version) => (mariadbVersion(version) === null ? version : null),
    oldest: [8, 0, 22],
  },
  open: opener('mysql'),
  columnTypes: mysqlColumns,
  schemaQueries: mysqlSchema,
};

function opener(dialect: 'mariadb' | 'mysql'): Engine['open'] {
  return async (dataSource, { options, limits, report }) => {
    const { MariaDatabase } = await import('./maria-database.js');
    const limit = await statementLimit(dataSource);
    const max = statementsPerConnection(limit, options.statementShare, options.poolSize);
    return new MariaDatabase(dataSource, dialect, limits, report, max);
  };
}

/** Reads the server's limit on prepared statements, for all of its connections together. */
async function statementLimit(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<[{ readonly max: unknown }]>(
    'select @@max_prepared_stmt_count as max',
  );
  return Number(row.max);
}

/** The name of the lock contains the database's name, since locks belong to the server. */
async function lockMaria(runner: QueryRunner): Promise<Release> {
  const unlimited =
    'max_execution_time = 0, lock_wait_timeout = default, innodb_lock_wait_timeout = default';
  await runner.query(`set session /*M! max_statement_time = 0 */ /*!80000 ${unlimited} */`);
  const name = `concat('resource-api ', left(sha2(database(), 256), 20))`;
  const [result] = (await runner.query(
    `select get_lock(${name}, ${LOCK_TIMEOUT_SECONDS}) as held`,
  )) as {
    held: unknown;
  }[];
  if (Number(result?.held) !== 1) throw migrationLockTimeout();
  return async () => void (await runner.query(`select release_lock(${name})`));
}
