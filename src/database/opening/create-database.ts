import type { DataSource, Logger } from 'typeorm';
import { isError } from '../../base/errors/index.js';
import type { DatabaseLimits } from '../dialects/engine.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { serviceSettings } from '../../options/settings.js';
import { EntitySource } from '../../registry/schema/entity-source.js';
import { engines } from '../engines/engines.js';
import { connect } from './connect.js';
import { connectionOptions } from './connection-options.js';
import type { DatabaseExtension, Opening } from '../connection/database-extension.js';
import type { Database, DialectName } from '../connection/database.js';
import { findServer } from './find-server.js';
import { JoinableDatabase } from '../connection/joinable-database.js';
import { migrate } from './migrate.js';
import type { FailureReport } from '../connection/transaction-callbacks.js';
import { migrated, opened } from '../failures/unopened-database-error.js';
import { verifyExists } from './verify-exists.js';
import { verifyServer } from './verify-server.js';

/**
 * Opens the database, runs pending migrations unless disabled by the options, and returns the
 * adapter. Waits up to 30 seconds for a server that does not respond yet.
 *
 * @param report reports failures outside of requests: of a callback after a commit, of an idle
 * connection
 * @throws TypeError when the address is not that of a supported database; UnservedDatabaseError
 * when the server is not supported; UnopenedDatabaseError when it cannot be reached, or refuses the
 * account or a migration
 */
export async function createDatabase(
  options: DatabaseOptions,
  limits: DatabaseLimits,
  entities: readonly Function[],
  migrations: readonly Function[],
  report: FailureReport = warn,
  extension?: DatabaseExtension,
): Promise<Database> {
  const settings = await connectionOptions(options, limits);
  verifyExists(options, settings);
  const dataSource = new EntitySource({
    ...settings,
    entities: [...entities],
    migrations: [...migrations],
    logger: new TypeormLogger(report),
  });
  await opened(options.url, () => connect(dataSource, report));
  try {
    const server = await findServer(dataSource.options.type, dataSource);
    verifyServer(server);
    if (options.migrate !== false) await migrated(options.url, () => migrate(dataSource));
    return await databaseOn(dataSource, server.dialect, { options, limits, report }, extension);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** Returns the access to an open database. @param dialect of the server that responds */
export async function databaseOn(
  dataSource: DataSource,
  dialect: DialectName,
  { options, limits, report }: Omit<Opening, 'open'>,
  extension?: DatabaseExtension,
): Promise<Database> {
  const {
    poolSize = serviceSettings.DATABASE_POOL_SIZE.default,
    statementShare = serviceSettings.DATABASE_STATEMENT_SHARE.default,
  } = options;
  const open = (source: DataSource) =>
    engines[dialect].open(source, { options: { poolSize, statementShare }, limits, report });
  const adapter = await open(dataSource);
  const extended = await extension?.extend(adapter, { options, limits, report, open });
  return new JoinableDatabase(extended ?? adapter, report, extension);
}

function warn(message: string, error: unknown): void {
  process.emitWarning(isError(error) ? `${message} ${error.message}` : message);
}

/**
 * Keeps TypeORM's own messages off the console. Warnings and failures are reported; observers
 * receive the statements.
 */
class TypeormLogger implements Logger {
  constructor(private readonly report: FailureReport) {}

  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}

  /** TypeORM only logs failed migrations. */
  logMigration(message: string): void {
    this.report(message);
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.report(String(message));
  }
}
