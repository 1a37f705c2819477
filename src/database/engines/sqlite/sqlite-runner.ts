import type BetterSqlite3 from 'better-sqlite3';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { transactionRunnerOf } from '../../connection/transaction-runner.js';

/**
 * A query runner that remembers why its transaction has ended early. SQLite rolls everything back
 * by itself if a trigger asks for it (`raise(rollback, ...)`) or the disk is full; each statement
 * after that would be committed at once.
 */
export class SqliteRunner extends transactionRunnerOf(BetterSqlite3QueryRunner) {
  private readonly native: BetterSqlite3.Database;
  private failure: Error | undefined;

  constructor(driver: BetterSqlite3Driver) {
    super(driver);
    this.native = driver.databaseConnection as BetterSqlite3.Database;
  }

  override query(...statement: Parameters<BetterSqlite3QueryRunner['query']>): Promise<never> {
    return this.guard(() => super.query(...(statement as [string])) as Promise<never>);
  }

  override enterTransaction(): void {
    this.failure = undefined;
    super.enterTransaction();
  }

  /** Sends a statement, unless its transaction has ended. */
  async guard<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.hasEnded) throw this.failure ?? new Error('SQLite has ended the transaction.');
    try {
      return await send();
    } catch (error) {
      if (this.hasEnded) this.failure = error as Error;
      throw error;
    }
  }

  private get hasEnded(): boolean {
    return this.isTransactionActive && !this.native.inTransaction;
  }
}
