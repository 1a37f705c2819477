import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { connectionOptions } from './connection-options.js';
import type { DatabaseLimits } from '../dialects/engine.js';
import { databaseOn } from './create-database.js';
import type { Database } from '../connection/database.js';
import { findServer } from './find-server.js';
import { opened } from '../failures/unopened-database-error.js';

const IN_MEMORY = 'sqlite::memory:';

/**
 * Opens a database without creating, migrating or waiting for anything. Returns `null` if it does
 * not exist yet.
 *
 * @throws UnopenedDatabaseError when it cannot be reached
 */
export async function openExisting(
  options: DatabaseOptions,
  limits: DatabaseLimits,
): Promise<Database | null> {
  if (options.url === IN_MEMORY) return null;
  const settings = await connectionOptions(options, limits);
  if (settings.type === 'better-sqlite3' && !existsSync(settings.database)) return null;
  const dataSource = new DataSource({ ...settings, entities: [], logging: false });
  await opened(options.url, () => dataSource.initialize());
  const { dialect } = await findServer(settings.type, dataSource);
  return databaseOn(dataSource, dialect, { options, limits, report: () => undefined });
}
