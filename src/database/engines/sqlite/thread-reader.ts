import { on } from 'node:events';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { bindValues } from '../../connection/bind-values.js';
import type { ReadBounds, Row, RowMeter } from '../../connection/database.js';
import type { FailureReport } from '../../connection/transaction-callbacks.js';
import type { ThreadData, ReaderFile, ReaderReply, ReaderStatement } from './thread-messages.js';

/** The thread could not start, or has ended. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

/** Rows, and how many milliseconds the statement ran. */
export interface TimedRows {
  readonly rows: Row[];
  readonly milliseconds: number;
}

/**
 * Reads on a thread of its own, so that the process serves requests meanwhile. Rows are copied from
 * thread to thread: not for short statements. The thread starts with the first statement.
 */
export class ThreadReader {
  private port: MessagePort | undefined;
  /** Shared with the thread, which reads no further row of its statement once it is not 0. */
  private stopped = newFlag();
  private thread: Worker | undefined;

  /** @param report reports why the thread has ended */
  constructor(
    private readonly file: ReaderFile,
    private readonly report: FailureReport,
  ) {}

  get isRunning(): boolean {
    return this.thread !== undefined;
  }

  /**
   * Runs a statement. Wait for its end before the next call.
   *
   * @throws ThreadLost; the error of SQLite or of the meter
   */
  read(
    sql: string,
    values: readonly unknown[] = [],
    { meter }: Pick<ReadBounds, 'meter'> = {},
  ): Promise<TimedRows> {
    meter?.start();
    const port = (this.port ??= this.start());
    // While there are listeners, the process does not end.
    const replies = on(port, 'message', { close: ['close'] });
    const stopped = (this.stopped = newFlag());
    port.postMessage({ sql, values: bindValues(values), stopped } satisfies ReaderStatement);
    return receive(replies as AsyncIterable<[ReaderReply]>, stopped, meter);
  }

  /** Ends the statement that runs with its next rows. One that finds none runs to its end. */
  stop(): void {
    stop(this.stopped);
  }

  /** Ends the thread, after the statement that it runs. */
  async close(): Promise<void> {
    await this.thread?.terminate();
  }

  private start(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.thread = new Worker(new URL('./reader-thread.js', import.meta.url), {
      workerData: { ...this.file, port: port2 } satisfies ThreadData,
      transferList: [port2],
    });
    this.thread.once('error', (error) => this.report('The thread that reads has ended:', error));
    this.thread.unref();
    return port1;
  }
}

const newFlag = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const stop = (flag: Int32Array): void => void Atomics.store(flag, 0, 1);

/** Receives all rows, also those after a failure of the meter: then the thread is free again. */
async function receive(
  replies: AsyncIterable<[ReaderReply]>,
  stopped: Int32Array,
  meter: RowMeter | undefined,
): Promise<TimedRows> {
  const rows: Row[] = [];
  let failure: { readonly error: unknown } | undefined;
  for await (const [reply] of replies) {
    if ('error' in reply) throw Object.assign(new Error(reply.error.message), reply.error);
    failure ??= failureOf(() => meter?.take(reply.bytes));
    if (failure) stop(stopped);
    else for (const row of reply.rows) rows.push(row.map(received));
    if (reply.milliseconds === undefined) continue;
    if (failure) throw failure.error;
    return { rows, milliseconds: reply.milliseconds };
  }
  throw new ThreadLost('The thread that reads has ended.');
}

function failureOf(work: () => void): { readonly error: unknown } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** A `Buffer` arrives as the array of bytes that it is. */
const received = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value;
