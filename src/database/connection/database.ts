import type { DataSource, EntityManager } from 'typeorm';
import type { Compute } from './beforehand.js';
import type { DatabaseExtension } from './database-extension.js';

/** A row of the driver: values in the order of the selected columns. */
export type Row = readonly unknown[];

/** The supported databases. Each has a row in `src/database/engines/engines.ts`. */
export type DialectName =
  'postgres' | 'cockroachdb' | 'yugabytedb' | 'mariadb' | 'mysql' | 'sqlite';

/**
 * Runs SQL. `?` is the placeholder of a bound value in every dialect, in the order of the values.
 * Lists are bound as one JSON string, or as an array on PostgreSQL.
 *
 * Values are returned as by the driver without parsing: dates, decimals, bigints and JSON as
 * strings, booleans as `true` or `1`. The reader of the column converts them.
 */
export interface Connection {
  /**
   * @param bounds for reads of requests: rows are counted while they arrive, and slow statements
   * wait for a turn. Without them, the statement is sent at once, and its result may have any size
   */
  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]>;
}

/** The limits of a statement that reads. */
export interface ReadBounds {
  /** Omitted for a result that is always short, such as a count. */
  readonly meter?: RowMeter | undefined;
  /** The most rows that the statement can return. */
  readonly rows: number;
  /**
   * Whether it reads one record by its key, so that it takes about as long for any values. Such reads
   * may share a connection, unless they are slow.
   */
  readonly isByKey?: boolean | undefined;
  /** Whether a write waits for it. Then it takes no turn of slow statements. */
  readonly isForWrite?: boolean | undefined;
  /** Returns the name of the caller, for the queue of slow statements. */
  readonly caller?: (() => string) | undefined;
  /** Where the statement may run besides the primary; omitted for the primary only. */
  readonly source?: ReadSource | undefined;
}

/** Which servers the reads of one request may go to, as an extension of the database knows them. */
export interface ReadSource {
  /**
   * They have everything that was committed before, by the clock of `performance.now()`; infinity for
   * the primary only.
   */
  readonly since: number;
}

/**
 * Counts the bytes of rows while they arrive, so that a result cannot fill the memory before it is
 * checked.
 */
export interface RowMeter {
  /** Called with a connection, before the statement is sent. @throws to prevent the statement */
  start(): void;
  /**
   * @throws to stop the statement, which then fails with this error; the connection stays usable
   */
  take(bytes: number): void;
}

/** SQL with its values. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly unknown[];
  readonly bounds?: ReadBounds | undefined;
}

/** An open transaction, and the callbacks for its end. */
export interface Transaction extends Connection {
  /**
   * Runs independent statements in their order, in one round trip if the driver supports it.
   *
   * @returns the rows of each
   * @throws the error of the first statement that failed, once all have ended
   */
  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]>;
  /**
   * Adds statements that are not awaited: they are sent with the next one, or with the commit. If
   * one fails, the statement or commit that it was sent with fails.
   *
   * @param receive is called with the rows of each once they have run
   */
  later(statements: readonly Statement[], receive?: (results: readonly Row[][]) => void): void;
  /**
   * Sends the statements of {@link later}, before code reads their effects outside of this
   * transaction's methods.
   */
  flush(): Promise<void>;
  /**
   * Runs a statement together with the commit, in one round trip if the driver supports it. Nothing
   * can be sent after it, and an error of later code undoes nothing.
   */
  queryAndCommit(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** TypeORM's manager on the same connection, for work on entities. */
  readonly manager: EntityManager;
  /**
   * Runs after the commit, in the order of registration; never if the transaction is rolled back.
   */
  afterCommit(work: () => Promise<void> | void): void;
  /** Runs after the transaction is rolled back. */
  afterRollback(work: () => Promise<void> | void): void;
  /**
   * Call before an effect outside of the database: if the transaction loses a conflict after it, it
   * fails with `unavailable`, rather than being run again.
   */
  doNotRepeat(): void;
}

/** Receives every statement that was sent, for tests, logs and metrics. */
export type StatementObserver = (sql: string, milliseconds: number) => void;

/** How often work of this process has lost a conflict with other transactions. */
export interface ConflictCounts {
  /** Transactions, writes and reads that were run again. */
  readonly retried: number;
  /** Those that failed, since they lost every time. */
  readonly exhausted: number;
}

/** Receives how many milliseconds a writer waited for its turn. */
export type WaitObserver = (milliseconds: number) => void;

/** How a server that an extension added is doing, for operators. */
export interface ServerState {
  /** Its host and port. */
  readonly name: string;
  /** Whether reads may go to it. */
  readonly isUsed: boolean;
  /** Seconds that it is behind the primary, at most; `null` if that is unknown. */
  readonly lag: number | null;
  /** Statements that it has run. */
  readonly reads: number;
}

/** How busy the connections of this process are. */
export interface ConnectionLoad {
  /** Connections that are open, or being opened. */
  readonly open: number;
  /** Open connections that are not in use. */
  readonly idle: number;
  /** The most connections. */
  readonly max: number;
  /** Requests that wait for a connection; on SQLite for their turn to write. */
  readonly waiting: number;
}

/**
 * The adapter of an engine, the only access to its database. Reads use `query`; a single write that
 * commits by itself uses `write`; everything else uses `transaction`, the only place where
 * transactions begin and end.
 *
 * @throws RequestError `unavailable` when the database is not available or no connection became
 * free in time, `statement_timeout` when a statement was cancelled.
 */
export interface DatabaseAdapter extends Connection {
  readonly dialect: DialectName;
  readonly dataSource: DataSource;
  /** Runs one statement that commits by itself. On SQLite it waits for the writer lock. */
  write(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Checks that reads and writes would succeed now, without changing a record. Cheap enough for
   * every check of readiness.
   *
   * @throws RequestError `unavailable` while they would fail
   */
  verifyWritable(): Promise<void>;
  /** Adds an observer. The returned function removes it. */
  observe(observer: StatementObserver): () => void;
  /**
   * Adds an observer of the writers' turns, which only SQLite has. The returned function removes
   * it.
   */
  observeTurns(observer: WaitObserver): () => void;
  readonly load: ConnectionLoad;
  readonly conflicts: ConflictCounts;
  close(): Promise<void>;
}

/** The database that services use, whose transactions can be joined to one. */
export interface Database extends DatabaseAdapter {
  /**
   * Runs work in one transaction: until it ends, everything that its code sends through this object
   * belongs to that transaction, and a transaction inside it becomes a savepoint. After a deadlock,
   * or once {@link beforehand} has computed what it asked for, the whole work is run again.
   */
  together<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Like {@link together}, but rolls everything back, and then returns the result. */
  rehearse<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Runs work that must not be rolled back with {@link together}: after it, or at once outside of
   * it. Not at all for {@link rehearse}.
   */
  apart(work: () => Promise<void>): Promise<void>;
  /**
   * Computes what takes long, such as a hash, while no transaction is open, since SQLite allows one
   * writer at a time. Inside a transaction this ends the work: it is rolled back, and the work is
   * run again with the result.
   *
   * @param compute the same function in every attempt
   * @param value compared with those of earlier attempts
   * @param isInTransaction whether the calling code runs inside a transaction that may not be joined
   */
  beforehand<Value, Result>(
    compute: Compute<Value, Result>,
    value: Value,
    isInTransaction?: boolean,
  ): Promise<Result>;
  /** Whether the calling code runs inside {@link together} or {@link rehearse}. */
  readonly isJoined: boolean;
  readonly extension: DatabaseExtension | undefined;
}

/** Nest's token for the {@link Database} in use. */
export const DATABASE = Symbol('resource-api:database');
