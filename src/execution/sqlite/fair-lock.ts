import { noConnectionInTime } from '../database/translate-failure.js';

interface Waiter {
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A lock with one holder at a time, in the order of arrival, and a longest wait. Not `async-mutex`:
 * it does not report how many callers wait, and keeps those whose time is over in its queue.
 *
 * @contract C12
 */
export class FairLock {
  private held = false;
  private readonly waiters: Waiter[] = [];

  /** @param maxWait milliseconds */
  constructor(private readonly maxWait: number) {}

  get isLocked(): boolean {
    return this.held;
  }

  /** How many wait for their turn. */
  get queueLength(): number {
    return this.waiters.length;
  }

  /**
   * Waits for its turn. Whoever got it calls {@link release} once.
   *
   * @throws RequestError `unavailable` when its turn did not come in time
   */
  acquire(): Promise<void> {
    if (this.held) return this.queue();
    this.held = true;
    return Promise.resolve();
  }

  /**
   * Hands over to the one who waited longest: the lock is never free while somebody waits, so
   * nobody overtakes.
   */
  release(): void {
    const next = this.waiters.shift();
    if (!next) {
      this.held = false;
      return;
    }
    clearTimeout(next.timer);
    next.admit();
  }

  private queue(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        reject(noConnectionInTime());
      }, this.maxWait);
      const waiter: Waiter = { admit: resolve, timer };
      this.waiters.push(waiter);
    });
  }
}
