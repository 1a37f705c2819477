import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { connectionOptions, type ConnectionSettings } from './connection-options.js';
import { adapterFor } from './create-database.js';
import type { Database } from './database.js';
import { findServer } from './find-server.js';

const IN_MEMORY = 'sqlite::memory:';

/**
 * Opens a database as it is: nothing is made, migrated or waited for. `null` where there is none yet.
 *
 * @throws Error of the driver where it cannot be reached
 */
export async function openAsItIs(
  options: DatabaseOptions,
  limits: ConnectionSettings['limits'],
): Promise<Database | null> {
  if (options.url === IN_MEMORY) return null;
  const settings = await connectionOptions(options, limits);
  if (settings.type === 'better-sqlite3' && !existsSync(settings.database)) return null;
  const dataSource = new DataSource({ ...settings, entities: [], logging: false });
  await dataSource.initialize();
  const { dialect } = await findServer(settings.type, dataSource);
  return adapterFor(dataSource, dialect, limits, () => undefined);
}
