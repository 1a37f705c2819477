import { DataSource } from 'typeorm';
import type { Limits } from '../../options/limits.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { connect } from './connect.js';
import { connectionOptions } from './connection-options.js';
import type { Database, DialectName } from './database.js';
import { findServer } from './find-server.js';
import { migrate } from './migrate.js';
import { temporaryFolderOf } from './temporary-file.js';
import type { FailureReport } from './transaction-callbacks.js';
import { TypeormLogger } from './typeorm-logger.js';
import { migrated, opened } from './unopened-database-error.js';
import { verifyServer } from './verify-server.js';

type DatabaseLimits = Pick<Limits, 'poolWait' | 'statementTimeout'>;

/**
 * Opens the database, brings its schema up to date and hands out the one door to it. A server that does not answer yet
 * is waited for, half a minute at most.
 *
 * @param report told of failures that no request answers for: a callback after a commit, an idle connection cut
 * @throws TypeError when the address is none of a database that is served here; UnservedDatabaseError when the server is;
 * UnopenedDatabaseError when it is not there, or refuses the account or a migration
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
  await opened(options.url, () => connect(dataSource, report));
  try {
    const server = await findServer(dataSource.options.type, dataSource);
    verifyServer(server);
    await migrated(options.url, () => migrate(dataSource));
    return await adapterFor(dataSource, server.dialect, limits, report);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** The door to a database that is open. @param dialect of the server that answers */
export async function adapterFor(
  dataSource: DataSource,
  dialect: DialectName,
  limits: DatabaseLimits,
  report: FailureReport,
): Promise<Database> {
  if (dialect === 'postgres') {
    const { PostgresDatabase } = await import('./postgres-database.js');
    return new PostgresDatabase(dataSource, report);
  }
  if (dialect !== 'sqlite') {
    const { MariaDatabase } = await import('./maria-database.js');
    return new MariaDatabase(dataSource, dialect, limits, report);
  }
  const { SqliteDatabase } = await import('./sqlite-database.js');
  const folder = temporaryFolderOf(String(dataSource.options.database));
  return new SqliteDatabase(dataSource, limits.poolWait, report, folder);
}

function warn(text: string, error: unknown): void {
  process.emitWarning(error instanceof Error ? `${text} ${error.message}` : text);
}
