import { rmSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { traceStatement } from '../../../base/work-trace.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type {
  ConnectionLoad,
  DatabaseAdapter,
  ReadBounds,
  Row,
  StatementObserver,
  Transaction,
  WaitObserver,
} from '../../connection/database.js';
import { runTransaction, type Session } from '../../connection/run-transaction.js';
import type { DatabaseLimits } from '../../dialects/engine.js';
import { FairLock } from './fair-lock.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteReader } from './sqlite-reader.js';
import { SqliteRunner } from './sqlite-runner.js';
import { sequentialSession } from '../../connection/sequential-session.js';
import { StatementObservers } from '../../connection/statement-observers.js';
import {
  TransactionCallbacks,
  type FailureReport,
} from '../../connection/transaction-callbacks.js';
import { isFileLocked, translateFailure } from '../../failures/translate-failure.js';

/**
 * SQLite with one reader and one writer. TypeORM always uses one connection and one query runner,
 * on which concurrent transactions mix. So all writes wait for one lock, and reads use a separate
 * connection, which sees committed data. Work on entities uses `transaction`, never
 * `dataSource.manager`.
 */
export class SqliteDatabase implements DatabaseAdapter {
  readonly dialect = 'sqlite';
  /** No transaction loses a conflict, since only one is open at a time. */
  readonly conflicts = { retried: 0, exhausted: 0 };
  private readonly reader: SqliteReader;
  private readonly writer: SqliteConnection;
  private readonly runner: SqliteRunner;
  private readonly turns: FairLock;
  private readonly observers = new StatementObservers();
  private readonly waits = new Set<WaitObserver>();

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param limits a write waits `poolWait` for its turn, after other requests or other processes
   * @param temporaryFolder removed with its content when the database is closed
   */
  constructor(
    readonly dataSource: DataSource,
    private readonly limits: DatabaseLimits,
    private readonly report: FailureReport,
    private readonly temporaryFolder?: string,
  ) {
    const databaseConnection = (dataSource.driver as BetterSqlite3Driver)
      .databaseConnection as BetterSqlite3.Database;
    // SQLite's own wait blocks the whole process; ours lets other requests run meanwhile.
    databaseConnection.pragma('busy_timeout = 0');
    this.writer = new SqliteConnection(databaseConnection);
    this.reader = new SqliteReader({
      file: databaseConnection.name,
      limits,
      isWriting: () => this.turns.isLocked,
      observers: this.observers,
      report,
    });
    this.runner = new SqliteRunner(dataSource.driver as BetterSqlite3Driver);
    this.turns = new FairLock(limits.poolWait);
    dataSource.subscribers.push(this.observers.subscriber, {
      afterQuery: () => this.reader.endSnapshot(),
    });
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    return this.reader.query(sql, values, bounds);
  }

  async write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    const patience = await this.takeTurn();
    try {
      return await retryWhileBusy(() => this.send(sql, values), patience);
    } finally {
      this.turns.release();
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const patience = await this.takeTurn();
    return runTransaction(await this.begin(patience), work, new TransactionCallbacks(this.report));
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

  /** Reads are synchronous, so only the writer is ever busy. */
  get load(): ConnectionLoad {
    return { open: 2, idle: this.turns.isLocked ? 1 : 2, max: 2, waiting: this.turns.queueLength };
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
    if (this.temporaryFolder !== undefined)
      rmSync(this.temporaryFolder, { recursive: true, force: true });
  }

  /**
   * @returns the remaining milliseconds of the wait, for other processes that write to the same
   * file
   */
  private async takeTurn(): Promise<number> {
    const started = performance.now();
    this.reader.endSnapshot();
    await this.turns.acquire();
    const waited = performance.now() - started;
    for (const observer of this.waits) observer(waited);
    return this.limits.poolWait - waited;
  }

  /**
   * Uses IMMEDIATE: a deferred transaction that writes after a read can fail at once, and waiting
   * does not help.
   */
  private async begin(patience: number): Promise<Session> {
    try {
      await retryWhileBusy(() => this.send('BEGIN IMMEDIATE'), patience);
    } catch (error) {
      this.turns.release();
      throw error;
    }
    this.runner.enterTransaction();
    return {
      ...sequentialSession(this.runner, (sql, values, bounds) =>
        this.runner.guard(() => this.send(sql, values, bounds)),
      ),
      rollback: () => this.rollback(),
      isLostBy: () => false,
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
    const started = this.observers.started();
    const end = traceStatement(sql, values);
    try {
      const rows = this.writer.run(sql, values, bounds);
      this.observers.finished(sql, started);
      end?.(rows.length);
      return Promise.resolve(rows);
    } catch (error) {
      end?.(0, error);
      return Promise.reject(translateFailure(error));
    }
  }
}
