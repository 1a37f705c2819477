import { RequestError } from '../errors/index.js';
import { FairQueue } from './fair-queue.js';

/** How many tasks may run and wait. */
export interface SlotBounds {
  /** Tasks that run at the same time. */
  readonly running: number;
  /** Waiting tasks per key; more are rejected. */
  readonly waitingPerKey?: number;
  /** Waiting tasks of all keys; more are rejected. */
  readonly waiting?: number;
}

/**
 * Runs a bounded number of asynchronous tasks at the same time. Free slots go to the keys in turn, so
 * that a key with many tasks does not delay the others.
 */
export class Slots {
  private readonly queue = new FairQueue();
  private running = 0;

  constructor(private readonly bounds: SlotBounds) {}

  /** @throws RequestError `unavailable` if too many tasks are waiting */
  async run<Result>(work: () => Promise<Result>, key = ''): Promise<Result> {
    if (this.running < this.bounds.running) this.running += 1;
    else await this.wait(key);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private wait(key: string): Promise<void> {
    const { waitingPerKey = Infinity, waiting = Infinity } = this.bounds;
    if (this.queue.length >= waiting || this.queue.lengthOf(key) >= waitingPerKey)
      throw new RequestError('unavailable', { headers: { 'Retry-After': '5' } });
    // A new key goes after all others: keys that come one after another must not delay an old one.
    if (this.queue.lengthOf(key) === 0) this.queue.postpone(key);
    return this.queue.wait({ caller: key });
  }

  /** Passes the slot to the next task, or frees it. */
  private release(): void {
    const isPassed = this.queue.admit((key) =>
      this.queue.lengthOf(key) > 0 ? this.queue.postpone(key) : this.queue.forget(key),
    );
    if (!isPassed) this.running -= 1;
  }
}
