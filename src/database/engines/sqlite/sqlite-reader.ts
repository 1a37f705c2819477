import { RequestError } from '../../../base/errors/index.js';
import { traceStatement } from '../../../base/work-trace.js';
import { withTimeout } from '../../../base/schedule/with-timeout.js';
import type { ReadBounds, Row } from '../../connection/database.js';
import type { StatementObservers } from '../../connection/statement-observers.js';
import { StatementQueue, type Leave } from '../../connection/statement-queue.js';
import type { FailureReport } from '../../connection/transaction-callbacks.js';
import type { DatabaseLimits } from '../../dialects/engine.js';
import { translateFailure } from '../../failures/translate-failure.js';
import { openReader } from './open-reader.js';
import { SharedSnapshot } from './shared-snapshot.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { ThreadLost, ThreadReader } from './thread-reader.js';

/** Milliseconds from which a read is slow: no other request is served while it runs. */
const SLOW = 2;

/** Milliseconds from which a read runs on a thread of its own, to which its rows are copied. */
const LONG = 10;

interface Settings {
  readonly file: string;
  readonly limits: DatabaseLimits;
  /** Whether this process writes. Then reads share no snapshot. */
  readonly isWriting: () => boolean;
  readonly observers: StatementObservers;
  readonly report: FailureReport;
}

type Read = readonly [sql: string, values?: readonly unknown[], bounds?: ReadBounds];

/**
 * Reads what is committed. Slow statements run one at a time, and long ones on a thread of their
 * own, since better-sqlite3 is synchronous.
 */
export class SqliteReader {
  private readonly connection: SqliteConnection;
  private readonly snapshot: SharedSnapshot;
  private readonly thread: ThreadReader;
  private readonly queue: StatementQueue;
  private isThreadLost = false;

  constructor(private readonly settings: Settings) {
    const { file, limits, report } = settings;
    const { poolWait, largeReadWait } = limits;
    this.connection = openReader(file, poolWait);
    this.snapshot = new SharedSnapshot(this.connection.native);
    this.thread = new ThreadReader({ file, timeout: poolWait }, report);
    this.queue = new StatementQueue({ width: 1, slow: SLOW, maxWait: largeReadWait, blocks: true });
  }

  query(...read: Read): Promise<Row[]> {
    const turn = this.queue.turnOf(read[0], read[2]);
    return turn === null ? this.readHere(read) : this.readInTurn(turn, read);
  }

  /** Later reads see what is committed by then. */
  endSnapshot(): void {
    this.snapshot.end();
  }

  async close(): Promise<void> {
    await this.thread.close();
    this.connection.native.close();
  }

  /** Other requests run before and after a slow read. */
  private async readInTurn(turn: Promise<Leave>, read: Read): Promise<Row[]> {
    const leave = await turn;
    const onThread = this.isForThread(read[0]);
    const rows = onThread ? this.readOnThread(read) : this.readHere(read);
    rows.then(leave, leave);
    return onThread ? this.inTime(rows) : rows;
  }

  /** A statement that is given up keeps its turn: SQLite cannot cancel it. */
  private inTime(rows: Promise<Row[]>): Promise<Row[]> {
    const { statementTimeout } = this.settings.limits;
    if (statementTimeout === 0) return rows;
    return withTimeout(statementTimeout, (timeout) =>
      Promise.race([rows, timeout.catch(() => this.giveUp())]),
    );
  }

  private giveUp(): never {
    this.thread.stop();
    throw new RequestError('statement_timeout');
  }

  /** Once the thread runs, it is also for statements whose duration is not known yet. */
  private isForThread(sql: string): boolean {
    if (this.isThreadLost || this.queue.isFast(sql)) return false;
    const duration = this.queue.durationOf(sql);
    return duration === undefined ? this.thread.isRunning : duration >= LONG;
  }

  /** Reads on this thread once the other one has ended. */
  private async readOnThread(read: Read): Promise<Row[]> {
    const [sql, values, bounds] = read;
    const started = this.settings.observers.started();
    const end = traceStatement(sql, values);
    try {
      const { rows, milliseconds } = await this.thread.read(sql, values, bounds);
      this.queue.ran(sql, milliseconds);
      this.settings.observers.finished(sql, started);
      end?.(rows.length);
      return rows;
    } catch (error) {
      end?.(0, error);
      if (!(error instanceof ThreadLost)) throw failureOf(error);
      this.isThreadLost = true;
      return this.readHere(read);
    }
  }

  private readHere([sql, values, bounds]: Read): Promise<Row[]> {
    const begun = performance.now();
    const started = this.settings.observers.started();
    const end = traceStatement(sql, values);
    try {
      // While something is written, each read sees what is committed by then.
      if (!this.settings.isWriting()) this.snapshot.join();
      const rows = this.connection.run(sql, values, bounds);
      this.settings.observers.finished(sql, started);
      end?.(rows.length);
      return Promise.resolve(rows);
    } catch (error) {
      end?.(0, error);
      return Promise.reject(failureOf(error));
    } finally {
      this.queue.ran(sql, performance.now() - begun);
    }
  }
}

/** A write on this connection is a mistake in the caller's code, not a state of the database. */
const failureOf = (error: unknown): unknown =>
  (error as { readonly code?: unknown }).code === 'SQLITE_READONLY'
    ? error
    : translateFailure(error);
