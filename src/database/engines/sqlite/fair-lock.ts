import { noConnectionInTime } from '../../failures/translate-failure.js';

interface Waiter {
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A lock with one holder at a time, in the order of arrival, and a timeout. Not `async-mutex`: it
 * does not report how many callers wait, and keeps those that timed out in its queue.
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

  /** The number of waiting callers. */
  get queueLength(): number {
    return this.waiters.length;
  }

  /**
   * Waits for the lock. The caller must call {@link release} once.
   *
   * @throws RequestError `unavailable` when the lock was not free in time
   */
  acquire(): Promise<void> {
    if (this.held) return this.queue();
    this.held = true;
    return Promise.resolve();
  }

  /**
   * Passes the lock to the caller that has waited longest. It is never free while callers wait, so
   * none can overtake.
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
