import type { DataSourceOptions } from 'typeorm';
import type { DialectName } from './database.js';

/** The server behind an address. */
export interface Server {
  readonly dialect: DialectName;
  /** As it tells it: `15.4 (Debian 15.4-1)`, `10.11.6-MariaDB-1`, `8.0.36`. Empty for SQLite, which comes along. */
  readonly version: string;
}

type DriverType = DataSourceOptions['type'];

const mysqlQuestion = 'select version() as version';

/** How a server is asked for its version. */
const questions: Readonly<Partial<Record<DriverType, string>>> = {
  postgres: `select current_setting('server_version') as version`,
  mysql: mysqlQuestion,
  mariadb: mysqlQuestion,
};

/**
 * Finds out who answers: an address of MySQL may lead to MariaDB, and the other way round. One small statement.
 *
 * @param asked a data source that is open, or a runner of one
 */
export async function findServer(type: DriverType, asked: { query(text: string): Promise<unknown> }): Promise<Server> {
  const question = questions[type];
  if (question === undefined) return { dialect: 'sqlite', version: '' };
  const [row] = (await asked.query(question)) as { readonly version: string }[];
  return { dialect: dialectOf(type, row!.version), version: row!.version };
}

function dialectOf(type: DriverType, version: string): DialectName {
  if (type === 'postgres') return 'postgres';
  return /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}
