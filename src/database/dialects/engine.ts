import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import type { Limits } from '../../options/limits.js';
import type { Dialect } from './dialect.js';
import type { SchemaQueries } from './schema-queries.js';
import type { ColumnTypes } from './column-types.js';
import type { DatabaseAdapter } from '../connection/database.js';
import type { FailureReport } from '../connection/transaction-callbacks.js';

/** The limits that the adapters of databases enforce. */
export type DatabaseLimits = Pick<Limits, 'poolWait' | 'statementTimeout' | 'largeReadWait'>;

/** The settings of connections of every kind. */
export interface ConnectionSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly limits: DatabaseLimits;
}

/** The settings of an adapter besides its data source. */
export interface AdapterSettings {
  readonly options: Required<Pick<DatabaseOptions, 'poolSize' | 'statementShare'>>;
  readonly limits: ConnectionSettings['limits'];
  readonly report: FailureReport;
}

/** How the service recognizes a server, and the versions that it supports. */
export interface ServerFacts {
  readonly name: string;
  /** A statement with one row and one column `version`. */
  readonly versionQuery: string;
  /** Returns the version in the server's response; `null` if it is not of this engine. */
  versionIn(response: string): string | null;
  /** The numbers of the oldest supported version. */
  readonly oldest: readonly number[];
}

/** Releases a lock. */
export type Release = () => Promise<void>;

/**
 * Everything that the service needs to know about a database engine. Each engine has a folder with
 * an `engine.ts`, and a row in `src/database/engines/engines.ts`.
 */
export interface Engine {
  readonly dialect: Dialect;
  /** How the addresses of `DATABASE_URL` begin: `postgres:`. */
  readonly protocols: readonly string[];
  /** The types of TypeORM's options that lead to this engine. */
  readonly driverTypes: readonly DataSourceOptions['type'][];
  /** `null` where the engine runs inside the process. */
  readonly server: ServerFacts | null;
  /**
   * Returns TypeORM's options for an address. The driver is loaded here and in {@link open} only.
   *
   * @throws TypeError when the address cannot be used
   */
  connectionOptions(settings: ConnectionSettings): Promise<DataSourceOptions>;
  /** Returns the adapter of a data source that is initialized with these options. */
  open(dataSource: DataSource, settings: AdapterSettings): Promise<DatabaseAdapter>;
  /**
   * Waits until no other process migrates the database. The lock ends with the process that holds
   * it.
   *
   * @throws Error when another process has held it for ten minutes
   */
  lockMigrations(runner: QueryRunner): Promise<Release>;
  /** Whether each migration runs in a transaction. */
  readonly transactionalDdl: boolean;
  readonly columnTypes: ColumnTypes;
  readonly schemaQueries: SchemaQueries;
}
