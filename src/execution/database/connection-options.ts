import type { DataSourceOptions } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import type { Limits } from '../../options/limits.js';

/** What every kind of connection takes into account. */
export interface ConnectionSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly limits: Pick<Limits, 'poolWait' | 'statementTimeout'>;
}

const defaultPoolSize = 10;

type OptionsOf = (settings: ConnectionSettings) => DataSourceOptions;

const sqlite = async (): Promise<OptionsOf> => (await import('./sqlite-options.js')).sqliteOptions;
const postgres = async (): Promise<OptionsOf> => (await import('./postgres-options.js')).postgresOptions;
const maria = async (): Promise<OptionsOf> => (await import('./maria-options.js')).mariaOptions;

/** The driver of one kind is not loaded for a database of another. */
const kinds: Readonly<Record<string, () => Promise<OptionsOf>>> = {
  'sqlite:': sqlite,
  'postgres:': postgres,
  'postgresql:': postgres,
  'mysql:': maria,
  'mariadb:': maria,
};

/**
 * TypeORM's options for a database's address. With `sqlite::memory:` they name a file in a new temporary folder, since
 * a database in memory cannot have a second connection.
 *
 * @throws TypeError when the address is none of a database that is served here
 */
export async function connectionOptions(
  { url, poolSize = defaultPoolSize }: DatabaseOptions,
  limits: ConnectionSettings['limits'],
): Promise<DataSourceOptions> {
  const kind = kinds[/^[a-z]+:/.exec(url)?.[0] ?? ''];
  if (!kind) {
    throw new TypeError(
      'DATABASE_URL must be sqlite:FILE, sqlite::memory:, postgres://USER:PASSWORD@HOST:PORT/DATABASE, mysql://... or mariadb://...',
    );
  }
  const optionsOf = await kind();
  return optionsOf({ url, poolSize, limits });
}
