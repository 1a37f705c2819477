import type { DataSourceOptions } from 'typeorm';
import { withPrefix } from '../../base/own-tables.js';
import { serviceSettings } from '../../options/settings.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { engines } from '../engines/engines.js';
import type { ConnectionSettings } from '../dialects/engine.js';

export type { ConnectionSettings };

/**
 * Returns TypeORM's options for a database's address. For `sqlite::memory:` they contain a file in
 * a new temporary folder, since a database in memory cannot have a second connection.
 *
 * @throws TypeError when the address is not that of a supported database
 */
export async function connectionOptions(
  { url, poolSize = serviceSettings.DATABASE_POOL_SIZE.default, tablePrefix = '' }: DatabaseOptions,
  limits: ConnectionSettings['limits'],
): Promise<DataSourceOptions> {
  const protocol = /^[a-z]+:/.exec(url)?.[0] ?? '';
  const engine = Object.values(engines).find(({ protocols }) => protocols.includes(protocol));
  if (!engine) {
    throw new TypeError(
      'DATABASE_URL must be sqlite:FILE, sqlite::memory:, postgres://USER:PASSWORD@HOST:PORT/DATABASE, mysql://... or mariadb://...',
    );
  }
  const settings = await engine.connectionOptions({ url, poolSize, limits });
  return { ...settings, ...withPrefix(tablePrefix) };
}
