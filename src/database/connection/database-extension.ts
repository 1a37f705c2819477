import type { DataSource } from 'typeorm';
import type { Limits } from '../../options/limits.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import type { DatabaseAdapter, ReadSource, ServerState } from './database.js';
import type { FailureReport } from './transaction-callbacks.js';

/** How the database was opened, to open other servers in the same way. */
export interface Opening {
  readonly options: DatabaseOptions;
  readonly limits: Pick<Limits, 'poolWait' | 'statementTimeout' | 'largeReadWait'>;
  readonly report: FailureReport;
  /** Returns the adapter of a server of the same engine. @param dataSource initialized */
  open(dataSource: DataSource): Promise<DatabaseAdapter>;
}

/** Adds other servers to the database. An addon may provide one. */
export abstract class DatabaseExtension {
  /** Returns the adapter to use in place of that of the primary, which is open and migrated. */
  abstract extend(primary: DatabaseAdapter, opening: Opening): Promise<DatabaseAdapter>;

  /**
   * Returns SQL for the statement that finds a token, in its select list.
   * @param key SQL of the user's key as a string
   */
  abstract markOf(key: string): string;

  /** Receives the value of that SQL. */
  abstract noteMark(user: object, mark: unknown): void;

  /** Runs work that may write for a user: later reads of the user have what it has written. */
  abstract during<Result>(user: object, work: () => Promise<Result>): Promise<Result>;

  /** The servers that were added. */
  abstract get servers(): readonly ServerState[];

  /** Returns where a request may read; `undefined` for the primary only. */
  abstract sourceFor(user: unknown): ReadSource | undefined;
}
