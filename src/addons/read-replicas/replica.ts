import type { DatabaseAdapter, ReadBounds, Row } from '../../database/connection/database.js';
import type { FailureReport } from '../../database/connection/transaction-callbacks.js';
import { isUnavailable } from '../../database/failures/translate-failure.js';
import type { PrimaryHistory } from './primary-history.js';
import type { ReplicationForm } from './replication-form.js';

/** A server that applies the changes of the primary. */
export class Replica {
  /** It has everything that was committed before, by the clock of `performance.now()`. */
  freshAt = -Infinity;
  /** Statements that run at the moment. */
  running = 0;
  /** Statements that it has run. */
  reads = 0;
  private adapter: DatabaseAdapter | null = null;
  private isChecking = false;
  private isClosed = false;
  /** Why it is left out; `undefined` before the first check, `null` while it is used. */
  private reason: string | null | undefined;

  /**
   * @param name its host and port, for messages
   * @param open opens its connections, or fails
   */
  constructor(
    readonly name: string,
    private readonly form: ReplicationForm,
    private readonly open: () => Promise<DatabaseAdapter>,
    private readonly report: FailureReport,
  ) {}

  /** Reads a statement. @throws if the server fails; {@link leaveOut} then removes it */
  async query(sql: string, values?: readonly unknown[], bounds?: ReadBounds): Promise<Row[]> {
    this.running += 1;
    try {
      const rows = await this.adapter!.query(sql, values, bounds);
      this.reads += 1;
      return rows;
    } catch (error) {
      if (isUnavailable(error)) this.leaveOut(error);
      throw error;
    } finally {
      this.running -= 1;
    }
  }

  /**
   * Finds out what it has applied. Does nothing while an earlier check waits for the server.
   *
   * @param maxLag milliseconds
   */
  async check(history: PrimaryHistory, maxLag: number): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      this.adapter ??= await this.opened();
      const [row] = await this.adapter.query(this.form.replica);
      this.freshAt = history.instantOf(row);
      const isLate = performance.now() - this.freshAt > maxLag;
      this.note(isLate ? `it is not within ${maxLag / 1000} seconds of the primary` : null);
    } catch (error) {
      this.leaveOut(error);
    } finally {
      this.isChecking = false;
    }
  }

  /** A connection has ended: until the next check, the server may be behind its former self. */
  disconnected(): void {
    this.freshAt = -Infinity;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.adapter?.close();
    this.adapter = null;
  }

  /** Sends no more reads to it until a check has succeeded. */
  private leaveOut(error: unknown): void {
    this.disconnected();
    this.note('it failed', error);
  }

  /** The service may have been closed while the replica was being opened. */
  private async opened(): Promise<DatabaseAdapter> {
    const adapter = await this.open();
    if (this.isClosed) await adapter.close();
    return adapter;
  }

  private note(reason: string | null, error?: unknown): void {
    const [before, isFirst] = [this.reason, this.reason === undefined];
    this.reason = reason;
    if (before === reason || this.isClosed || (isFirst && reason === null)) return;
    if (reason === null) this.report(`The replica ${this.name} serves reads again.`);
    else this.report(`The replica ${this.name} is left out: ${reason}.`, error);
  }
}
