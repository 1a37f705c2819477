import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { transactionRunnerOf } from '../../connection/transaction-runner.js';

/** Sends a statement inside a transaction. */
type Inside = (send: () => Promise<never>) => Promise<never>;

/** TypeORM's query runner for a transaction on the connection that writes. */
export class SqliteRunner extends transactionRunnerOf(BetterSqlite3QueryRunner) {
  constructor(
    driver: BetterSqlite3Driver,
    private readonly inside: Inside,
  ) {
    super(driver);
    this.enterTransaction();
  }

  override query(...statement: Parameters<BetterSqlite3QueryRunner['query']>): Promise<never> {
    return this.inside(() => super.query(...(statement as [string])) as Promise<never>);
  }
}
