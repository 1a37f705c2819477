import type { DataSource, EntityManager } from 'typeorm';
import type { engines } from '../engines.js';

/** A row as it comes from the driver: values in the order of the selected columns. */
export type Row = readonly unknown[];

export type DialectName = keyof typeof engines;

/**
 * Something that runs SQL. `?` stands for a bound value in every dialect, each value bound where it
 * stands; lists are bound as one JSON text, or as an array on PostgreSQL.
 *
 * Values come back as the driver gives them with parsing switched off: dates, decimals, bigints and
 * JSON as text, booleans as `true` or `1`. The column's own reader knows what to make of them.
 */
export interface Connection {
  /**
   * @param bounds for what requests read: the rows are counted while they arrive, and what takes
   * long waits for a turn. Without them the statement is sent at once, and its result may be of any
   * size
   */
  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]>;
}

/** What a statement that reads may return. */
export interface ReadBounds {
  /** Left out for a result that is short by itself, such as a count. */
  readonly meter?: RowMeter | undefined;
  /** The most rows that it can return. */
  readonly rows: number;
  /** Names who asks, where statements that take long wait for each other. */
  readonly caller?: (() => string) | undefined;
}

/**
 * Counts the bytes of rows while they arrive, so that no result fills the memory before somebody
 * looks at it.
 */
export interface RowMeter {
  /** Called when a connection is there, before the statement is sent. @throws to send nothing */
  start(): void;
  /**
   * @throws to stop the statement, which then fails with this error; the connection stays usable
   */
  take(bytes: number): void;
}

/** A text with its values. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly unknown[];
  readonly bounds?: ReadBounds | undefined;
}

/** A transaction under way, and what waits for its end. */
export interface Transaction extends Connection {
  /**
   * Runs statements of which none needs what another answers, in their order; in one round trip
   * where the driver can.
   *
   * @returns the rows of each
   * @throws what the first that failed throws, when none is under way any more
   */
  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]>;
  /**
   * Adds statements whose end nobody waits for: they are sent with the next one, or with the
   * commit. One that fails fails what it was sent with.
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
export type StatementObserver = (sql: string, milliseconds: number) => void;

/** Told how many milliseconds a writer waited for its turn. */
export type WaitObserver = (milliseconds: number) => void;

/**
 * Work that belongs to certain writes, however they are sent: by the service's own code, by a
 * team's SQL or by TypeORM's manager.
 */
export interface WriteWatch {
  /**
   * Whether a statement may concern the watch, by its SQL. Called for every statement of a
   * transaction.
   */
  concerns(sql: string): boolean;
  /** Runs in the same transaction, once, before the commit; for a single write, right after it. */
  beforeCommit(connection: Connection): Promise<unknown>;
}

/** How busy the connections of this process are. */
export interface ConnectionLoad {
  /** Connections that are open, or being opened. */
  readonly open: number;
  /** Those of them that nobody uses. */
  readonly idle: number;
  /** How many there may be. */
  readonly max: number;
  /** Requests that wait for one; on SQLite for their turn to write. */
  readonly waiting: number;
}

/**
 * The one door to the database. Reads go by `query`; a single write that commits by itself goes by
 * `write`; everything else goes by `transaction`, the only place where one begins and ends.
 *
 * @throws RequestError `unavailable` when the database is away or no connection became free in
 * time,
 *   `statement_timeout` when a statement was cancelled.
 */
export interface Database extends Connection {
  readonly dialect: DialectName;
  readonly dataSource: DataSource;
  /** One statement that commits by itself. On SQLite it takes its turn behind the writer lock. */
  write(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Checks that reads and writes would succeed now, without changing a record. Cheap enough for
   * every check of readiness.
   *
   * @throws RequestError `unavailable` while they would not
   */
  verifyWritable(): Promise<void>;
  /** Adds a watch of the writes that go through this object. */
  watch(watch: WriteWatch): void;
  /** Adds an observer; the function returned takes it away again. */
  observe(observer: StatementObserver): () => void;
  /**
   * Adds an observer of the writers' turns; only SQLite has them. The function returned takes it
   * away again.
   */
  observeTurns(observer: WaitObserver): () => void;
  readonly load: ConnectionLoad;
  close(): Promise<void>;
}

/** Nest's token for the {@link Database} in use. */
export const DATABASE = Symbol('resource-api:database');
