import { Worker } from 'node:worker_threads';
import { RequestError } from '../../errors/index.js';
import type { ReadBounds, Row } from '../database/database.js';
import { bytesOf } from '../database/row-bytes.js';

const program = new URL('./read-worker.js', import.meta.url);

/** What a worker thread needs to open its connection. */
export interface WorkerConnection {
  /** The name of the package of the driver. */
  readonly driver: string;
  readonly file: string;
  /** Milliseconds to wait for a locked file. */
  readonly timeout: number;
  /** Bytes of the file that are mapped into memory. */
  readonly mapped: number;
}

/**
 * The rows that a thread reads before it sends them. It has at most two such pages in memory, and a
 * row may be longer.
 */
const page = { rows: 250, bytes: 256 * 1024 };

/** A read, as the thread receives it. */
export interface WorkerRead {
  readonly sql: string;
  /** As the driver binds them. */
  readonly values: readonly unknown[];
  readonly bounds: ReadBounds;
}

/** The rows of a read, and how many milliseconds the thread took. */
export interface ReadRows {
  readonly rows: Row[];
  readonly milliseconds: number;
}

/**
 * What a thread sends: a page of rows, to which the service replies whether it wants more; the last
 * rows; or the driver's error.
 */
interface WorkerMessage {
  readonly rows?: readonly unknown[][];
  readonly isLast?: true;
  readonly milliseconds?: number;
  readonly failure?: { readonly name: string; readonly code?: string; readonly message: string };
}

interface Job {
  readonly bounds: ReadBounds;
  readonly rows: Row[];
  readonly resolve: (rows: ReadRows) => void;
  readonly reject: (reason: unknown) => void;
  readonly timer: NodeJS.Timeout;
  /** Why rows are no longer kept. */
  refusal: { readonly reason: unknown } | null;
}

/** One worker thread with its own connection, which runs one read at a time. */
export class ReadWorker {
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  private readonly thread: Worker;
  private job: Job | null = null;
  private isEnding = false;

  /** @param maxTime milliseconds that a read may take */
  constructor(
    connection: WorkerConnection,
    private readonly maxTime: number,
  ) {
    this.thread = new Worker(program, { workerData: { ...connection, page } });
    // An idle thread does not keep the process running.
    this.thread.unref();
    this.ended = new Promise((resolve) => {
      this.thread.once('exit', () => {
        this.fail(threadEnded());
        resolve();
      });
    });
    this.thread.on('error', (error) => this.fail(threadEnded(error)));
    this.thread.on('message', (message: WorkerMessage) => this.receive(message));
  }

  /** Whether it can run another read. */
  get isUsable(): boolean {
    return !this.isEnding;
  }

  /**
   * Runs a read. Only one may run at a time.
   *
   * @throws RequestError `statement_timeout` when it took too long, `unavailable` when the thread
   * ended; what the meter of the bounds throws; the driver's error
   */
  run({ sql, values, bounds }: WorkerRead): Promise<ReadRows> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(), this.maxTime);
      this.job = { bounds, rows: [], resolve, reject, timer, refusal: null };
      this.thread.ref();
      this.thread.postMessage({ sql, values });
    });
  }

  /**
   * Ends the thread. JavaScript ends at once; a statement in SQLite's own code ends before its next
   * row, because the driver cannot interrupt it.
   */
  end(): void {
    this.isEnding = true;
    void this.thread.terminate();
  }

  private receive(message: WorkerMessage): void {
    const { job } = this;
    if (!job || this.isEnding) return;
    if (message.failure) return this.settle(job, driverError(message.failure));
    this.take(job, message.rows!);
    if (!message.isLast) this.thread.postMessage(job.refusal === null);
    else if (job.refusal) this.settle(job, job.refusal.reason);
    else this.settle(job, null, message.milliseconds);
  }

  /**
   * After the first row that the meter refuses, no row is kept. The read then fails once the thread
   * has stopped it.
   */
  private take(job: Job, rows: readonly unknown[][]): void {
    if (job.refusal) return;
    try {
      for (const row of rows) {
        restoreBuffers(row);
        job.bounds.meter?.take(bytesOf(row));
        job.rows.push(row);
      }
    } catch (reason) {
      job.refusal = { reason };
    }
  }

  private settle(job: Job, failure: unknown, milliseconds = 0): void {
    this.job = null;
    clearTimeout(job.timer);
    this.thread.unref();
    if (failure === null) job.resolve({ rows: job.rows, milliseconds });
    else job.reject(failure);
  }

  private giveUp(): void {
    this.fail(new RequestError('statement_timeout'));
    this.end();
  }

  private fail(reason: unknown): void {
    this.isEnding = true;
    if (this.job) this.settle(this.job, reason);
  }
}

/** A buffer arrives as an array of bytes. */
function restoreBuffers(row: unknown[]): void {
  for (const [at, value] of row.entries())
    if (value instanceof Uint8Array)
      row[at] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

const driverError = (failure: NonNullable<WorkerMessage['failure']>): Error =>
  Object.assign(new Error(failure.message), failure);

const threadEnded = (cause?: unknown): RequestError =>
  new RequestError('unavailable', {
    message: 'The thread of this read ended. Try again later.',
    headers: { 'Retry-After': '1' },
    cause,
  });
