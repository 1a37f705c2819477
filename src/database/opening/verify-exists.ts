import { existsSync } from 'node:fs';
import type { DataSourceOptions } from 'typeorm';
import { maskCredentials } from '../../options/checks.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { UnopenedDatabaseError } from '../failures/unopened-database-error.js';

/**
 * Of the databases that the service supports, only SQLite creates one that does not exist.
 *
 * @param settings TypeORM's options for its address
 * @throws UnopenedDatabaseError if the database must exist and does not
 */
export function verifyExists(
  { url, existing = false }: DatabaseOptions,
  settings: DataSourceOptions,
): void {
  if (existing && settings.type === 'better-sqlite3' && !existsSync(settings.database))
    throw new UnopenedDatabaseError(
      `The database ${maskCredentials(url)} does not exist, and this application is for a database that exists. Set DATABASE_URL to its address.`,
    );
}
