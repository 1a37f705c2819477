import { rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { DataSource, QueryRunner } from 'typeorm';
import type { ConnectionLoad, Database, Row, StatementObserver, Transaction, WaitObserver } from './database.js';
import { FairLock } from './fair-lock.js';
import { outwaitOthers } from './outwait-others.js';
import { runTransaction, type Session } from './run-transaction.js';
import { SqliteConnection } from './sqlite-connection.js';
import { registerFunctions } from './sqlite-functions.js';
import { sessionInTurn } from './session-in-turn.js';
import { StatementObservers } from './statement-observers.js';
import type { FailureReport } from './transaction-callbacks.js';
import { setTransactionDepth } from './transaction-depth.js';
import { translateFailure } from './translate-failure.js';

/** Bytes at the file's beginning that the reader finds in the system's cache, and need not copy page by page. */
const MAPPED = 128 * 1024 * 1024;

/**
 * SQLite with one reader and one writer. TypeORM has one connection and one query runner, whatever is asked for, on
 * which concurrent transactions mix: so all that writes takes its turn behind one lock, and reads go by a connection of
 * their own, which sees what was committed. Work on entities goes by `transaction`, never by `dataSource.manager`.
 */
export class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  private readonly reader: SqliteConnection;
  private readonly writer: SqliteConnection;
  private readonly runner: QueryRunner;
  private readonly turns: FairLock;
  private readonly observers = new StatementObservers();
  private readonly waits = new Set<WaitObserver>();

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param lockWait milliseconds a write waits for its turn, be it behind requests or behind other processes
   * @param temporaryFolder removed with all that is in it when the database is closed
   */
  constructor(
    readonly dataSource: DataSource,
    private readonly lockWait: number,
    private readonly report: FailureReport,
    private readonly temporaryFolder?: string,
  ) {
    const { databaseConnection } = dataSource.driver as unknown as {
      readonly databaseConnection: BetterSqlite3.Database;
    };
    // SQLite's own waiting stands still with the whole process; ours lets others answer meanwhile.
    databaseConnection.pragma('busy_timeout = 0');
    this.writer = new SqliteConnection(databaseConnection);
    this.reader = new SqliteConnection(openReader(databaseConnection.name, lockWait));
    this.runner = dataSource.createQueryRunner();
    this.turns = new FairLock(lockWait);
    dataSource.subscribers.push(this.observers.subscriber);
  }

  query(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.send(this.reader, text, values);
  }

  async write(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const patience = await this.takeTurn();
    try {
      return await outwaitOthers(() => this.send(this.writer, text, values), patience);
    } finally {
      this.turns.release();
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const patience = await this.takeTurn();
    return runTransaction(await this.begin(patience), work, this.report);
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  observeTurns(observer: WaitObserver): () => void {
    this.waits.add(observer);
    return () => this.waits.delete(observer);
  }

  /** The reader answers before anybody else can ask: only the writer is ever busy. */
  get load(): ConnectionLoad {
    return { open: 2, idle: this.turns.isHeld ? 1 : 2, most: 2, waiting: this.turns.queueLength };
  }

  /** Waits for the write under way, as long as a write would; those that come later find the service unavailable. */
  async close(): Promise<void> {
    if (!this.dataSource.isInitialized) return;
    await this.turns.acquire().catch(() => undefined);
    this.reader.native.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    if (this.temporaryFolder !== undefined) rmSync(this.temporaryFolder, { recursive: true, force: true });
  }

  /** @returns the milliseconds that are left of the wait, for other processes that write into the same file */
  private async takeTurn(): Promise<number> {
    const started = performance.now();
    await this.turns.acquire();
    const waited = performance.now() - started;
    for (const observer of this.waits) observer(waited);
    return this.lockWait - waited;
  }

  /** IMMEDIATE: a deferred transaction that writes after it read can fail at once, and no waiting helps. */
  private async begin(patience: number): Promise<Session> {
    try {
      await outwaitOthers(() => this.runner.query('BEGIN IMMEDIATE'), patience);
    } catch (error) {
      this.turns.release();
      throw translateFailure(error);
    }
    setTransactionDepth(this.runner, 1);
    return {
      ...sessionInTurn(this.runner, (text, values) => this.send(this.writer, text, values)),
      rollback: () => this.rollback(),
      close: () => this.turns.release(),
    };
  }

  /** SQLite undoes some failures by itself (a full disk), and TypeORM may stand inside a savepoint: undo whatever is left. */
  private async rollback(): Promise<void> {
    if (this.writer.native.inTransaction) this.writer.native.exec('ROLLBACK');
    setTransactionDepth(this.runner, 0);
  }

  private send(connection: SqliteConnection, text: string, values?: readonly unknown[]): Promise<Row[]> {
    const started = this.observers.started();
    try {
      const rows = connection.run(text, values);
      this.observers.finished(text, started);
      return Promise.resolve(rows);
    } catch (error) {
      return Promise.reject(translateFailure(error));
    }
  }
}

function openReader(file: string, timeout: number): BetterSqlite3.Database {
  const reader = new BetterSqlite3(file, { readonly: true, timeout });
  reader.pragma(`mmap_size = ${MAPPED}`);
  registerFunctions(reader);
  return reader;
}
