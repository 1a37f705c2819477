import { DataSource } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { engineOf } from '../engines.js';
import { connectionOptions } from './connection-options.js';
import { databaseOn, type DatabaseLimits } from './create-database.js';
import type { Database } from './database.js';
import { findServer } from './find-server.js';
import { opened } from './unopened-database-error.js';

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
  if (engineOf(settings.type).isMissing(settings)) return null;
  const dataSource = new DataSource({ ...settings, entities: [], logging: false });
  await opened(options.url, () => dataSource.initialize());
  const server = await findServer(settings.type, dataSource);
  return databaseOn(dataSource, server, { ...options, replicaUrls: [] }, limits, () => undefined);
}
