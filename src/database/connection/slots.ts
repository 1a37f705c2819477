import { RequestError } from '../../base/errors/index.js';

type Start = () => void;

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
 * Runs a bounded number of asynchronous tasks at the same time. Each key has its own queue, and
 * free slots go to the queues in turn, so that a key with many tasks does not delay the others.
 */
export class Slots {
  /** Keys with waiting tasks, in the order of their turns. */
  private readonly queues = new Map<string, Start[]>();
  private waiting = 0;
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
    const queue = this.queues.get(key) ?? [];
    const { waitingPerKey = Infinity, waiting = Infinity } = this.bounds;
    if (queue.length >= waitingPerKey || this.waiting >= waiting)
      throw new RequestError('unavailable', { headers: { 'Retry-After': '5' } });
    this.queues.set(key, queue);
    this.waiting += 1;
    return new Promise((start) => queue.push(start));
  }

  /** Passes the slot to the next task, or frees it. */
  private release(): void {
    const [next] = this.queues;
    if (!next) {
      this.running -= 1;
      return;
    }
    const [key, queue] = next;
    const start = queue.shift()!;
    this.queues.delete(key);
    if (queue.length > 0) this.queues.set(key, queue);
    this.waiting -= 1;
    start();
  }
}
