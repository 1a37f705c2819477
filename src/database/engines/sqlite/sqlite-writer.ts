import type BetterSqlite3 from 'better-sqlite3';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { traceStatement } from '../../../base/work-trace.js';
import type { ReadBounds, Row, Statement, WaitObserver } from '../../connection/database.js';
import type { StatementObservers } from '../../connection/statement-observers.js';
import { translateFailure } from '../../failures/translate-failure.js';
import { FairLock } from './fair-lock.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { SqliteConnection } from './sqlite-connection.js';

/** The connection that writes. The caller waits for a turn, and releases it once. */
export class SqliteWriter {
  private readonly connection: SqliteConnection;
  private readonly turns: FairLock;
  private readonly waits = new Set<WaitObserver>();

  /**
   * @param maxWait milliseconds that a write waits for its turn, after other requests or other
   * processes
   */
  constructor(
    readonly driver: BetterSqlite3Driver,
    private readonly maxWait: number,
    private readonly observers: StatementObservers,
  ) {
    const native = driver.databaseConnection as BetterSqlite3.Database;
    // SQLite's own wait blocks the whole process; ours lets other requests run meanwhile.
    native.pragma('busy_timeout = 0');
    this.connection = new SqliteConnection(native);
    this.turns = new FairLock(maxWait);
  }

  get file(): string {
    return this.connection.native.name;
  }

  /** Whether it is somebody's turn. */
  get isBusy(): boolean {
    return this.turns.isLocked;
  }

  /** The number of those who wait for their turn. */
  get waiting(): number {
    return this.turns.queueLength;
  }

  get isInTransaction(): boolean {
    return this.connection.native.inTransaction;
  }

  observeTurns(observer: WaitObserver): () => void {
    this.waits.add(observer);
    return () => this.waits.delete(observer);
  }

  /**
   * @returns the remaining milliseconds of the wait, for other processes that write to the same
   * file
   * @throws RequestError `unavailable` when the turn did not come in time
   */
  async takeTurn(): Promise<number> {
    const started = performance.now();
    await this.turns.acquire();
    const waited = performance.now() - started;
    for (const observer of this.waits) observer(waited);
    return this.maxWait - waited;
  }

  releaseTurn(): void {
    this.turns.release();
  }

  /**
   * Sends a statement that has no effect while another process writes to the file, until it has one.
   * @param patience milliseconds
   */
  sendWhenFree({ sql, values }: Statement, patience: number): Promise<Row[]> {
    return retryWhileBusy(() => this.send(sql, values), patience);
  }

  send(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    const started = this.observers.started();
    const end = traceStatement(sql, values);
    try {
      const rows = this.connection.run(sql, values, bounds);
      this.observers.finished(sql, started);
      end?.(rows.length);
      return Promise.resolve(rows);
    } catch (error) {
      end?.(0, error);
      return Promise.reject(translateFailure(error));
    }
  }
}
