import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionLoad } from '../database/database.js';
import { noConnectionInTime } from '../database/translate-failure.js';
import type { StatementQueue } from '../database/statement-queue.js';
import {
  ReadWorker,
  type ReadRows,
  type WorkerConnection,
  type WorkerRead,
} from './read-worker-thread.js';

/**
 * The worker threads of long reads. They start with the first reads that need them. One that ended
 * is replaced for the next read, and one that cannot be interrupted keeps its turn until it ends.
 *
 * @contract C12
 */
export class ReadWorkers {
  private readonly idle: ReadWorker[] = [];
  private readonly workers = new Set<ReadWorker>();
  private isClosed = false;

  /**
   * @param queue admits as many reads at a time as there may be threads
   * @param maxTime milliseconds that a read may take
   */
  constructor(
    private readonly connection: WorkerConnection,
    private readonly queue: StatementQueue,
    private readonly maxTime: number,
  ) {}

  /** How busy the connections of reads are. That of the service's own thread counts as idle. */
  get load(): ConnectionLoad {
    return {
      open: 1 + this.workers.size,
      idle: 1 + this.idle.length,
      max: 1 + this.queue.width,
      waiting: this.queue.queueLength,
    };
  }

  /** @throws RequestError `unavailable` when no thread became free in time; as `ReadWorker.run` */
  async run(read: WorkerRead): Promise<ReadRows> {
    const leave = await this.queue.turn(read.sql, read.bounds);
    const worker = this.takeWorker();
    if (worker === null) {
      leave();
      throw noConnectionInTime();
    }
    try {
      read.bounds.meter?.start();
      return await worker.run(read);
    } finally {
      void this.giveBack(worker).then(leave);
    }
  }

  /**
   * Ends the threads. Reads that run or wait find the service unavailable.
   *
   * @param patience milliseconds to wait for statements that cannot be interrupted
   */
  async close(patience: number): Promise<void> {
    this.isClosed = true;
    const workers = [...this.workers];
    for (const worker of workers) worker.end();
    const limit = new AbortController();
    await Promise.race([
      Promise.all(workers.map(({ ended }) => ended)),
      pause(patience, null, limit).catch(() => null),
    ]);
    limit.abort();
  }

  private takeWorker(): ReadWorker | null {
    if (this.isClosed) return null;
    const idle = this.idle.pop();
    if (idle?.isUsable) return idle;
    const worker = new ReadWorker(this.connection, this.maxTime);
    this.workers.add(worker);
    void worker.ended.then(() => this.workers.delete(worker));
    return worker;
  }

  private async giveBack(worker: ReadWorker): Promise<void> {
    if (worker.isUsable) this.idle.push(worker);
    else await worker.ended;
  }
}
