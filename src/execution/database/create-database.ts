import { DataSource } from 'typeorm';
import type { Limits } from '../../options/limits.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { connect } from './connect.js';
import { connectionOptions } from './connection-options.js';
import type { Database } from './database.js';
import { migrate } from './migrate.js';
import { temporaryFolderOf } from './sqlite-options.js';
import type { FailureReport } from './transaction-callbacks.js';
import { TypeormLogger } from './typeorm-logger.js';
import { verifyServer } from './verify-server.js';

type DatabaseLimits = Pick<Limits, 'poolWait' | 'statementTimeout'>;

/**
 * Opens the database, brings its schema up to date and hands out the one door to it. A server that does not answer yet
 * is waited for, half a minute at most.
 *
 * @param report told of failures that no request answers for: a callback after a commit, an idle connection cut
 * @throws TypeError when the address is none of a database that is served here; UnservedDatabaseError when the server is
 */
export async function createDatabase(
  options: DatabaseOptions,
  limits: DatabaseLimits,
  entities: readonly Function[],
  migrations: readonly Function[],
  report: FailureReport = warn,
): Promise<Database> {
  const dataSource = new DataSource({
    ...(await connectionOptions(options, limits)),
    entities: [...entities],
    migrations: [...migrations],
    logger: new TypeormLogger(report),
  });
  await connect(dataSource, report);
  try {
    await verifyServer(dataSource);
    await migrate(dataSource);
    return await adapterFor(dataSource, limits, report);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** The door to a database that is open. */
export async function adapterFor(
  dataSource: DataSource,
  limits: DatabaseLimits,
  report: FailureReport,
): Promise<Database> {
  const { type, database } = dataSource.options;
  if (type === 'postgres') {
    const { PostgresDatabase } = await import('./postgres-database.js');
    return new PostgresDatabase(dataSource, report);
  }
  if (type === 'mysql' || type === 'mariadb') {
    const { MariaDatabase } = await import('./maria-database.js');
    return new MariaDatabase(dataSource, limits, report);
  }
  const { SqliteDatabase } = await import('./sqlite-database.js');
  return new SqliteDatabase(dataSource, limits.poolWait, report, temporaryFolderOf(String(database)));
}

function warn(text: string, error: unknown): void {
  process.emitWarning(error instanceof Error ? `${text} ${error.message}` : text);
}
