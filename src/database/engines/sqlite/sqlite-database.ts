import { rmSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
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
import { FairLock } from './fair-lock.js';
import { loadBetterSqlite } from './load-better-sqlite.js';
import { SharedSnapshot } from './shared-snapshot.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { SqliteConnection } from './sqlite-connection.js';
import { registerFunctions } from './sqlite-functions.js';
import { SqliteRunner } from './sqlite-runner.js';
import { sequentialSession } from '../../connection/sequential-session.js';
import { StatementQueue, type Leave } from '../../connection/statement-queue.js';
import { StatementObservers } from '../../connection/statement-observers.js';
import {
  TransactionCallbacks,
  type FailureReport,
} from '../../connection/transaction-callbacks.js';
import { isFileLocked, translateFailure } from '../../failures/translate-failure.js';

/**
 * Bytes at the file's beginning that the reader maps into memory, instead of copying them page by
 * page.
 */
const MAPPED = 128 * 1024 * 1024;

/** Milliseconds from which a read is slow: no other request is served while it runs. */
const SLOW = 2;

/**
 * SQLite with one reader and one writer. TypeORM always uses one connection and one query runner,
 * on which concurrent transactions mix. So all writes wait for one lock, and reads use a separate
 * connection, which sees committed data. Work on entities uses `transaction`, never
 * `dataSource.manager`.
 */
export class SqliteDatabase implements DatabaseAdapter {
  readonly dialect = 'sqlite';
  private readonly reader: SqliteConnection;
  private readonly snapshot: SharedSnapshot;
  private readonly writer: SqliteConnection;
  private readonly runner: SqliteRunner;
  private readonly turns: FairLock;
  private readonly queue: StatementQueue;
  private readonly observers = new StatementObservers();
  private readonly waits = new Set<WaitObserver>();

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param lockWait milliseconds a write waits for its turn, after other requests or other
   * processes
   * @param readWait milliseconds a slow read waits for its turn
   * @param temporaryFolder removed with its content when the database is closed
   */
  constructor(
    readonly dataSource: DataSource,
    private readonly lockWait: number,
    readWait: number,
    private readonly report: FailureReport,
    private readonly temporaryFolder?: string,
  ) {
    const databaseConnection = (dataSource.driver as BetterSqlite3Driver)
      .databaseConnection as BetterSqlite3.Database;
    // SQLite's own wait blocks the whole process; ours lets other requests run meanwhile.
    databaseConnection.pragma('busy_timeout = 0');
    this.writer = new SqliteConnection(databaseConnection);
    this.reader = new SqliteConnection(openReader(databaseConnection.name, lockWait));
    this.snapshot = new SharedSnapshot(this.reader.native);
    this.runner = new SqliteRunner(dataSource.driver as BetterSqlite3Driver);
    this.turns = new FairLock(lockWait);
    this.queue = new StatementQueue({ width: 1, slow: SLOW, maxWait: readWait, blocks: true });
    dataSource.subscribers.push(this.observers.subscriber, {
      afterQuery: () => this.snapshot.end(),
    });
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const turn = this.queue.turnOf(sql, bounds);
    return turn === null
      ? this.read(sql, values, bounds)
      : this.readInTurn(turn, sql, values, bounds);
  }

  async write(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    const patience = await this.takeTurn();
    try {
      return await retryWhileBusy(() => this.send(this.writer, sql, values), patience);
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
      await this.send(this.writer, `pragma user_version = ${Number(row![0])}`);
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
    this.reader.native.close();
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
    this.snapshot.end();
    await this.turns.acquire();
    const waited = performance.now() - started;
    for (const observer of this.waits) observer(waited);
    return this.lockWait - waited;
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
      ...sequentialSession(this.runner, (sql, values, bounds) =>
        this.runner.guard(() => this.send(this.writer, sql, values, bounds)),
      ),
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

  private read(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const started = performance.now();
    const rows = this.send(this.reader, sql, values, bounds);
    this.queue.ran(sql, performance.now() - started);
    return rows;
  }

  /** Other requests run before and after a slow read. */
  private async readInTurn(
    turn: Promise<Leave>,
    ...statement: Parameters<SqliteDatabase['read']>
  ): Promise<Row[]> {
    const leave = await turn;
    try {
      return await this.read(...statement);
    } finally {
      leave();
    }
  }

  private send(
    connection: SqliteConnection,
    sql: string,
    values?: readonly unknown[],
    bounds?: ReadBounds,
  ): Promise<Row[]> {
    const started = this.observers.started();
    try {
      // While something is written, each read sees what is committed by then.
      if (connection === this.reader && !this.turns.isLocked) this.snapshot.join();
      const rows = connection.run(sql, values, bounds);
      this.observers.finished(sql, started);
      return Promise.resolve(rows);
    } catch (error) {
      // A write on the reader is a mistake in the caller's code, not a state of the database.
      const isMistake = connection === this.reader && isWriteOnReader(error);
      return Promise.reject(isMistake ? error : translateFailure(error));
    }
  }
}

const isWriteOnReader = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'SQLITE_READONLY';

function openReader(file: string, timeout: number): BetterSqlite3.Database {
  const Driver = loadBetterSqlite();
  const reader = new Driver(file, { readonly: true, timeout });
  reader.pragma(`mmap_size = ${MAPPED}`);
  registerFunctions(reader);
  return reader;
}
