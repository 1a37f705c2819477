import type { EntityManager } from 'typeorm';
import type { ReadBounds, Row, Statement } from '../../connection/database.js';
import { transactionIsOver, type Session } from '../../connection/run-transaction.js';
import { sendInOrder } from '../../connection/send-in-order.js';
import { SqliteRunner } from './sqlite-runner.js';
import type { SqliteWriter } from './sqlite-writer.js';

/**
 * Not deferred: a deferred transaction that writes after a read can fail at once, and waiting does
 * not help.
 */
const BEGIN: Statement = { sql: 'BEGIN IMMEDIATE' };

/**
 * A transaction during a turn of the writer. It begins with its first statement. If the only
 * statement comes with the commit, it is sent without either: SQLite commits it by itself.
 */
export class SqliteSession implements Session {
  private begun: Promise<unknown> | null = null;
  /** Why SQLite has ended the transaction: a full disk, or a trigger with `raise(rollback, ...)`. */
  private failure: Error | null = null;
  /** Created for code that works with entities. */
  private runner: SqliteRunner | null = null;
  private isOver = false;

  /** @param patience milliseconds that the transaction may wait for other processes to begin */
  constructor(
    private readonly writer: SqliteWriter,
    private readonly patience: number,
  ) {}

  get manager(): EntityManager {
    this.runner ??= new SqliteRunner(this.writer.driver, (send) => this.inside(send));
    return this.runner.manager;
  }

  query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    return this.inside(() => this.writer.send(sql, values, bounds));
  }

  queryAll(statements: readonly Statement[]): Promise<readonly Row[][]> {
    return sendInOrder(this, statements);
  }

  async commit(last: readonly Statement[]): Promise<readonly Row[][]> {
    if (!this.begun && last.length < 2) return this.sendAlone(last);
    const results = await this.queryAll(last);
    if (this.runner) await this.runner.commitAll();
    else await this.query('COMMIT');
    return results;
  }

  /** SQLite may have rolled back by itself, and TypeORM may be inside a savepoint. */
  async rollback(): Promise<void> {
    // A statement that is not awaited may have begun the transaction, and wait for another process.
    await this.begun?.catch(() => undefined);
    if (this.begun && this.writer.isInTransaction) await this.writer.send('ROLLBACK');
  }

  isLostBy(): boolean {
    return false;
  }

  close(): void {
    this.isOver = true;
    this.writer.releaseTurn();
  }

  /** @param last at most one statement */
  private async sendAlone(last: readonly Statement[]): Promise<readonly Row[][]> {
    this.isOver = true;
    return last.length === 0 ? [] : [await this.writer.sendWhenFree(last[0]!, this.patience)];
  }

  /**
   * Sends a statement inside the transaction. After SQLite has ended it, the statement would be
   * committed at once; after its turn, it would be part of another transaction.
   */
  private async inside<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.isOver) throw transactionIsOver();
    await (this.begun ??= this.writer.sendWhenFree(BEGIN, this.patience));
    if (!this.writer.isInTransaction)
      throw this.failure ?? new Error('SQLite has ended the transaction.');
    try {
      return await send();
    } catch (error) {
      if (!this.writer.isInTransaction) this.failure = error as Error;
      throw error;
    }
  }
}
