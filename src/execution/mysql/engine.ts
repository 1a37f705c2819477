import type { DataSource } from 'typeorm';
import type { Engine } from '../database/engine.js';
import { lockMaria } from './lock-maria.js';
import { mariadbColumns, mysqlColumns } from './maria-columns.js';
import { mariaOutcome } from './maria-failures.js';
import { mariaSchema } from './maria-schema.js';
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
  outcomeOf: mariaOutcome,
  schemaQueries: mariaSchema,
} satisfies Partial<Engine>;

const versionQuery = 'select version() as version';
const isMariadb = (version: string): boolean => /mariadb/i.test(version);

export const mariadbEngine: Engine = {
  ...family,
  dialect: mariadb,
  // The first version with the collations that fold strings.
  server: { name: 'MariaDB', versionQuery, isOne: isMariadb, oldest: [10, 10] },
  open: opener('mariadb'),
  columnTypes: mariadbColumns,
};

export const mysqlEngine: Engine = {
  ...family,
  dialect: mysql,
  // The first version that derives the type of a bound value from the value it is compared with.
  server: {
    name: 'MySQL',
    versionQuery,
    isOne: (version) => !isMariadb(version),
    oldest: [8, 0, 22],
  },
  open: opener('mysql'),
  columnTypes: mysqlColumns,
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
