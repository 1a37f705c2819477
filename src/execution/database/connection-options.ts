import type { DataSourceOptions } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import type { Limits } from '../../options/limits.js';
import { mariaOptions } from './maria-options.js';
import { postgresOptions } from './postgres-options.js';
import { sqliteOptions } from './sqlite-options.js';

/** What every kind of connection takes into account. */
export interface ConnectionSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly limits: Pick<Limits, 'poolWait' | 'statementTimeout'>;
}

const defaultPoolSize = 10;

const kinds: Readonly<Record<string, (settings: ConnectionSettings) => DataSourceOptions>> = {
  'sqlite:': sqliteOptions,
  'postgres:': postgresOptions,
  'postgresql:': postgresOptions,
  'mysql:': mariaOptions,
  'mariadb:': mariaOptions,
};

/**
 * TypeORM's options for a database's address. With `sqlite::memory:` they name a file in a new temporary folder, since
 * a database in memory cannot have a second connection.
 *
 * @throws TypeError when the address is none of a database that is served here
 */
export function connectionOptions(
  { url, poolSize = defaultPoolSize }: DatabaseOptions,
  limits: ConnectionSettings['limits'],
): DataSourceOptions {
  const kind = kinds[/^[a-z]+:/.exec(url)?.[0] ?? ''];
  if (!kind) {
    throw new TypeError(
      'DATABASE_URL must be sqlite:FILE, sqlite::memory:, postgres://USER:PASSWORD@HOST:PORT/DATABASE, mysql://... or mariadb://...',
    );
  }
  return kind({ url, poolSize, limits });
}
