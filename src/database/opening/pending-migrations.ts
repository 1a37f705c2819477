import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { connectionOptions } from './connection-options.js';
import type { DatabaseLimits } from '../dialects/engine.js';
import { findPending } from './migrate.js';
import { opened } from '../failures/unopened-database-error.js';

const inMemory = 'sqlite::memory:';

/**
 * Returns the names of the migrations that the next start would run, without changing anything;
 * `null` if there is no database yet.
 *
 * @throws UnopenedDatabaseError when the database cannot be reached
 */
export async function pendingMigrations(
  options: DatabaseOptions,
  limits: DatabaseLimits,
  migrations: readonly Function[],
): Promise<readonly string[] | null> {
  if (options.url === inMemory) return null;
  const settings = await connectionOptions(options, limits);
  if (settings.type === 'better-sqlite3' && !existsSync(settings.database)) return null;
  const dataSource = new DataSource({
    ...settings,
    entities: [],
    migrations: [...migrations],
    logging: false,
  });
  await opened(options.url, () => dataSource.initialize());
  try {
    return await findPending(dataSource, dataSource.migrations);
  } finally {
    await dataSource.destroy();
  }
}
