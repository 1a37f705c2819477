import { rmSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type {
  ConflictCounts,
  ConnectionLoad,
  DatabaseAdapter,
  ReadBounds,
  Row,
  StatementObserver,
  Transaction,
  WaitObserver,
  WriteWatch,
} from '../database/database.js';
import type { Limits } from '../../options/limits.js';
import { runTransaction, type Session } from '../database/run-transaction.js';
import { FairLock } from './fair-lock.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteReader, type ReaderSettings } from './sqlite-reader.js';
import { sequentialSession } from '../database/sequential-session.js';
import { StatementObservers } from '../database/statement-observers.js';
import { TransactionCallbacks, type FailureReport } from '../database/transaction-callbacks.js';
import { transactionRunnerOf, type TransactionRunner } from '../database/transaction-runner.js';
import { isFileLocked, translateFailure } from '../database/translate-failure.js';

const Runner = transactionRunnerOf(BetterSqlite3QueryRunner);

/** The settings of a {@link SqliteDatabase}. */
export interface SqliteSettings extends Pick<ReaderSettings, 'workers'> {
  /** @see Limits */
  readonly limits: Pick<Limits, 'poolWait' | 'largeReadWait' | 'statementTimeout'>;
  readonly report: FailureReport;
  /** Removed with its content when the database is closed. */
  readonly temporaryFolder?: string | undefined;
}

/**
 * SQLite with one reader and one writer. TypeORM always uses one connection and one query runner,
 * on which concurrent transactions mix. So all writes wait for one lock, and reads use a separate
 * connection, which sees committed data. Work on entities uses `transaction`, never
 * `dataSource.manager`.
 */
export class SqliteDatabase implements DatabaseAdapter {
  readonly dialect = 'sqlite';
  /** One writer at a time has no conflicts. */
  readonly conflicts: ConflictCounts = { retried: 0, exhausted: 0 };
  private readonly reader: SqliteReader;
  private readonly writer: SqliteConnection;
  private readonly runner: TransactionRunner;
  private readonly turns: FairLock;
  private readonly observers = new StatementObservers(this);
  private readonly waits = new Set<WaitObserver>();

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   */
  constructor(
    readonly dataSource: DataSource,
    private readonly settings: SqliteSettings,
  ) {
    const { poolWait: lockWait, largeReadWait: readWait, statementTimeout } = settings.limits;
    const { workers } = settings;
    const databaseConnection = (dataSource.driver as BetterSqlite3Driver)
      .databaseConnection as BetterSqlite3.Database;
    // SQLite's own wait blocks the whole process; ours lets other requests run meanwhile.
    databaseConnection.pragma('busy_timeout = 0');
    this.writer = new SqliteConnection(databaseConnection);
    const { name: file } = databaseConnection;
    const reading = { file, lockWait, readWait, statementTimeout, workers };
    this.reader = new SqliteReader(reading, this.observers);
    this.runner = new Runner(dataSource.driver as BetterSqlite3Driver);
    this.turns = new FairLock(lockWait);
    dataSource.subscribers.push(this.observers.subscriber);
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    return this.reader.query(sql, values, bounds);
  }

  write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.observers.watches.areConcernedBy(sql)
      ? this.transaction((transaction) => transaction.query(sql, values))
      : this.writeAlone(sql, values);
  }

  private async writeAlone(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    const patience = await this.takeTurn();
    try {
      return await retryWhileBusy(() => this.send(sql, values), patience);
    } finally {
      this.turns.release();
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const patience = await this.takeTurn();
    return runTransaction(
      await this.begin(patience),
      work,
      new TransactionCallbacks(this.settings.report),
      this.observers.watches,
    );
  }

  watch(watch: WriteWatch): void {
    this.observers.watches.add(watch);
  }

  /**
   * Writes the number that the file already has, since only a write shows that the disk is full or
   * read-only. A concurrent writer, in this process or another one, shows that writing is possible.
   */
  async verifyWritable(): Promise<void> {
    const [row] = await this.query('pragma user_version');
    if (this.turns.isLocked) return;
    try {
      await this.send(`pragma user_version = ${Number(row![0])}`);
    } catch (error) {
      if (!isFileLocked(error)) throw error;
    }
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  observeTurns(observer: WaitObserver): () => void {
    this.waits.add(observer);
    return () => this.waits.delete(observer);
  }

  get load(): ConnectionLoad {
    const { open, idle, max, waiting } = this.reader.load;
    return {
      open: open + 1,
      idle: idle + (this.turns.isLocked ? 0 : 1),
      max: max + 1,
      waiting: waiting + this.turns.queueLength,
    };
  }

  /**
   * Waits for the write in progress, as long as a write would. Later writes find the service
   * unavailable.
   */
  async close(): Promise<void> {
    if (!this.dataSource.isInitialized) return;
    await this.turns.acquire().catch(() => undefined);
    await this.reader.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    const { temporaryFolder } = this.settings;
    if (temporaryFolder !== undefined) rmSync(temporaryFolder, { recursive: true, force: true });
  }

  /**
   * @returns the remaining milliseconds of the wait, for other processes that write to the same
   * file
   */
  private async takeTurn(): Promise<number> {
    const started = performance.now();
    await this.turns.acquire();
    const waited = performance.now() - started;
    for (const observer of this.waits) observer(waited);
    return this.settings.limits.poolWait - waited;
  }

  /**
   * Uses IMMEDIATE: a deferred transaction that writes after a read can fail at once, and waiting
   * does not help.
   */
  private async begin(patience: number): Promise<Session> {
    try {
      await retryWhileBusy(() => this.runner.query('BEGIN IMMEDIATE'), patience);
    } catch (error) {
      this.turns.release();
      throw translateFailure(error);
    }
    this.runner.enterTransaction();
    return {
      ...sequentialSession(this.runner, (sql, values, bounds) => this.send(sql, values, bounds)),
      rollback: () => this.rollback(),
      close: () => this.turns.release(),
    };
  }

  /**
   * SQLite rolls back some failures by itself (a full disk), and TypeORM may be inside a savepoint:
   * rolls back what remains.
   */
  private async rollback(): Promise<void> {
    if (this.writer.native.inTransaction) this.writer.native.exec('ROLLBACK');
    this.runner.leaveTransaction();
  }

  private send(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const running = this.observers.start(sql);
    try {
      const rows = this.writer.run(sql, values, bounds);
      running.end(rows.length);
      return Promise.resolve(rows);
    } catch (error) {
      running.refuse(error);
      return Promise.reject(translateFailure(error));
    }
  }
}
