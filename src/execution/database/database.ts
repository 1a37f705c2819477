import type { DataSource, EntityManager } from 'typeorm';

/** A row as it comes from the driver: values in the order of the selected columns. */
export type Row = readonly unknown[];

export type DialectName = 'postgres' | 'mariadb' | 'mysql' | 'sqlite';

/**
 * Something that runs SQL. `?` stands for a bound value in every dialect, each value bound where it stands; lists are
 * bound as one JSON text, or as an array on PostgreSQL.
 *
 * Values come back as the driver gives them with parsing switched off: dates, decimals, bigints and JSON as text,
 * booleans as `true` or `1`. The column's own reader knows what to make of them.
 */
export interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A text with its values. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A transaction under way, and what waits for its end. */
export interface Transaction extends Connection {
  /**
   * Runs statements of which none needs what another answers, in their order; in one round trip where the driver can.
   *
   * @returns the rows of each
   * @throws what the first that failed throws, when none is under way any more
   */
  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]>;
  /**
   * Adds statements whose end nobody waits for: they are sent with the next one, or with the commit. One that fails fails
   * what it was sent with.
   */
  later(statements: readonly Statement[]): void;
  /** Sends what waits, before somebody looks at it who does not ask by this transaction. */
  flush(): Promise<void>;
  /** TypeORM's manager on the same connection, for work on entities. */
  readonly manager: EntityManager;
  /** Runs after the commit, in the order of registration; never when the transaction is undone. */
  afterCommit(work: () => Promise<void> | void): void;
  /** Runs after the transaction is undone. */
  afterRollback(work: () => Promise<void> | void): void;
}

/** Told of every statement that was sent, for tests, logs and metrics. */
export type StatementObserver = (text: string, milliseconds: number) => void;

/** Told how many milliseconds a writer waited for its turn. */
export type WaitObserver = (milliseconds: number) => void;

/** How busy the connections of this process are. */
export interface ConnectionLoad {
  /** Connections that are open, or being opened. */
  readonly open: number;
  /** Those of them that nobody uses. */
  readonly idle: number;
  /** How many there may be. */
  readonly most: number;
  /** Requests that wait for one; on SQLite for their turn to write. */
  readonly waiting: number;
}

/**
 * The one door to the database. Reads go by `query`; a single write that commits by itself goes by `write`; everything
 * else goes by `transaction`, the only place where one begins and ends.
 *
 * @throws RequestError `unavailable` when the database is away or no connection became free in time,
 *   `statement_timeout` when a statement was cancelled.
 */
export interface Database extends Connection {
  readonly dialect: DialectName;
  readonly dataSource: DataSource;
  /** One statement that commits by itself. On SQLite it takes its turn behind the writer lock. */
  write(text: string, values?: readonly unknown[]): Promise<Row[]>;
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Adds an observer; the function returned takes it away again. */
  observe(observer: StatementObserver): () => void;
  /** Adds an observer of the writers' turns; only SQLite has them. The function returned takes it away again. */
  observeTurns(observer: WaitObserver): () => void;
  readonly load: ConnectionLoad;
  close(): Promise<void>;
}

/** Nest's token for the {@link Database} in use. */
export const DATABASE = Symbol('resource-api:database');
