import type { DataSource, DataSourceOptions, QueryRunner, TableColumn } from 'typeorm';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import type { Limits } from '../../options/limits.js';
import type { Dialect } from '../dialects/dialect.js';
import type { ReplicationForm } from '../replicas/replication-form.js';
import type { SchemaQueries } from '../schema/schema-queries.js';
import type { TableQueries } from '../schema/table-queries.js';
import type { ColumnTypes } from './column-types.js';
import type { DatabaseAdapter } from './database.js';
import type { DriverError, Outcome } from './failure-outcome.js';
import type { TableForm } from './table-form.js';
import type { FailureReport } from './transaction-callbacks.js';

/** The settings of connections of every kind. */
export interface ConnectionSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly limits: Pick<Limits, 'poolWait' | 'statementTimeout' | 'largeReadWait'>;
}

/** The settings of an adapter besides its data source. */
export interface AdapterSettings {
  readonly options: Required<Pick<DatabaseOptions, 'poolSize' | 'statementShare'>> &
    Pick<DatabaseOptions, 'readWorkers'>;
  readonly limits: ConnectionSettings['limits'];
  readonly report: FailureReport;
}

/** How the service recognizes a server, and the versions that it supports. */
export interface ServerFacts {
  readonly name: string;
  /** A statement with one row and one column `version`. */
  readonly versionQuery: string;
  /** Returns the version in the response; `null` if the server is of another engine. */
  versionIn(response: string): string | null;
  /** The numbers of the oldest supported version. */
  readonly oldest: readonly number[];
}

/** Releases a lock. */
export type Release = () => Promise<void>;

/**
 * Everything that the service needs to know about a database engine. Each engine has a folder with
 * an `engine.ts`, and a row in `src/execution/engines.ts`.
 */
export interface Engine {
  readonly dialect: Dialect;
  /** How the addresses of `DATABASE_URL` begin: a row of `databaseProtocols`. */
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
  /** Returns the options without a timeout for statements. */
  withoutTimeout(options: DataSourceOptions): DataSourceOptions;
  /** Returns whether the options name a database that does not exist yet, such as a file. */
  isMissing(options: DataSourceOptions): boolean;
  /** Returns the adapter of a data source that is initialized with these options. */
  open(dataSource: DataSource, settings: AdapterSettings): Promise<DatabaseAdapter>;
  /**
   * Waits until no other process migrates the database. The lock ends with the process that holds
   * it.
   *
   * @throws Error when another process has held it for ten minutes
   */
  lockMigrations(runner: QueryRunner): Promise<Release>;
  /**
   * Whether each migration runs in a transaction. If not, each of its statements commits by itself,
   * and a migration that failed is repeated from its beginning.
   */
  readonly migratesAtOnce: boolean;
  /** Returns what a driver's error means, or `undefined` if it is not an error of this engine. */
  outcomeOf(error: DriverError): Outcome | undefined;
  /** Matches messages of the driver's errors that have no code. */
  readonly messages: Readonly<Partial<Record<'lost' | 'busy', RegExp>>>;
  readonly columnTypes: ColumnTypes;
  readonly tableForm: TableForm;
  /** Changes a column of a table that TypeORM creates from an entity, where TypeORM's differs. */
  adaptColumn(column: TableColumn): void;
  /**
   * Returns the type to cast a string to, so that a key of this type is compared by its index;
   * `null` if it is compared as a string.
   */
  keyCast(type: string): string | null;
  /** Returns statements that remove all rows of tables, which may refer to each other. */
  emptyTables(tables: readonly string[]): readonly string[];
  readonly schemaQueries: SchemaQueries;
  /** `null` where reads cannot go to replicas. */
  readonly replication: ReplicationForm | null;
  readonly tableQueries: TableQueries;
}
