import { rmSync } from 'node:fs';
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
import { runTransaction } from '../../connection/run-transaction.js';
import { StatementObservers } from '../../connection/statement-observers.js';
import {
  TransactionCallbacks,
  type FailureReport,
} from '../../connection/transaction-callbacks.js';
import type { DatabaseLimits } from '../../dialects/engine.js';
import { isFileLocked } from '../../failures/translate-failure.js';
import { SqliteReader } from './sqlite-reader.js';
import { SqliteSession } from './sqlite-session.js';
import { SqliteWriter } from './sqlite-writer.js';

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
  private readonly writer: SqliteWriter;
  private readonly observers = new StatementObservers();

  /**
   * @param dataSource initialized, with the options of `connectionOptions`
   * @param temporaryFolder removed with its content when the database is closed
   */
  constructor(
    readonly dataSource: DataSource,
    limits: DatabaseLimits,
    private readonly report: FailureReport,
    private readonly temporaryFolder?: string,
  ) {
    const driver = dataSource.driver as BetterSqlite3Driver;
    this.writer = new SqliteWriter(driver, limits.poolWait, this.observers);
    this.reader = new SqliteReader({
      file: this.writer.file,
      limits,
      isWriting: () => this.writer.isBusy,
      observers: this.observers,
      report,
    });
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
      return await this.writer.sendWhenFree({ sql, values }, patience);
    } finally {
      this.writer.releaseTurn();
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const session = new SqliteSession(this.writer, await this.takeTurn());
    return runTransaction(session, work, new TransactionCallbacks(this.report));
  }

  /**
   * Writes the number that the file already has, since only a write shows that the disk is full or
   * read-only. A concurrent writer, in this process or another one, shows that writing is possible.
   */
  async verifyWritable(): Promise<void> {
    const [row] = await this.query('pragma user_version');
    if (this.writer.isBusy) return;
    try {
      await this.writer.send(`pragma user_version = ${Number(row![0])}`);
    } catch (error) {
      if (!isFileLocked(error)) throw error;
    }
  }

  observe(observer: StatementObserver): () => void {
    return this.observers.add(observer);
  }

  observeTurns(observer: WaitObserver): () => void {
    return this.writer.observeTurns(observer);
  }

  /** Reads are synchronous, so only the writer is ever busy. */
  get load(): ConnectionLoad {
    const { isBusy, waiting } = this.writer;
    return { open: 2, idle: isBusy ? 1 : 2, max: 2, waiting };
  }

  /**
   * Waits for the write in progress, as long as a write would. Later writes find the service
   * unavailable.
   */
  async close(): Promise<void> {
    if (!this.dataSource.isInitialized) return;
    await this.writer.takeTurn().catch(() => undefined);
    await this.reader.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    if (this.temporaryFolder !== undefined)
      rmSync(this.temporaryFolder, { recursive: true, force: true });
  }

  /** Reads share no snapshot then, so that each sees what is committed. */
  private takeTurn(): Promise<number> {
    this.reader.endSnapshot();
    return this.writer.takeTurn();
  }
}
