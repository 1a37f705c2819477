import { FairQueue } from '../../../base/schedule/fair-queue.js';
import { noConnectionInTime } from '../../failures/translate-failure.js';

/**
 * A lock with one holder at a time, in the order of arrival, and a timeout. Not `async-mutex`: it
 * does not report how many callers wait, and keeps those that timed out in its queue.
 *
 * @contract C12
 */
export class FairLock {
  private held = false;
  private readonly queue = new FairQueue();

  /** @param maxWait milliseconds */
  constructor(private readonly maxWait: number) {}

  get isLocked(): boolean {
    return this.held;
  }

  /** The number of waiting callers. */
  get queueLength(): number {
    return this.queue.length;
  }

  /**
   * Waits for the lock. The caller must call {@link release} once.
   *
   * @throws RequestError `unavailable` when the lock was not free in time
   */
  acquire(): Promise<void> {
    if (this.held) return this.queue.wait({ maxWait: this.maxWait, refuse: noConnectionInTime });
    this.held = true;
    return Promise.resolve();
  }

  /**
   * Passes the lock to the caller that has waited longest. It is never free while callers wait, so
   * none can overtake.
   */
  release(): void {
    this.held = this.queue.admit(() => undefined);
  }
}
