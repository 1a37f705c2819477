import { isCrowded } from '../failures/translate-failure.js';
import type { FailureReport } from './transaction-callbacks.js';

/** Milliseconds after which the pool may open all of its connections again. */
const RECOVERY = 5_000;

/**
 * Lowers the limit of a pool to the connections that it has when the server refuses a further one,
 * so that requests wait for one of these instead of failing.
 */
export class PoolLimit {
  private recovery: NodeJS.Timeout | undefined;

  /**
   * @param size the configured number of connections
   * @param apply changes the limit of the driver's pool
   */
  constructor(
    private readonly size: number,
    private readonly apply: (limit: number) => void,
    private readonly report: FailureReport,
  ) {}

  /** @returns whether there are connections to wait for, after the server has refused one */
  lower(refusal: unknown, open: number): boolean {
    if (open === 0 || !isCrowded(refusal)) return false;
    this.apply(open);
    this.recovery ??= this.recover(refusal);
    return true;
  }

  private recover(refusal: unknown): NodeJS.Timeout {
    this.report(
      'The database refuses more connections. Requests wait for those that are open.',
      refusal,
    );
    return setTimeout(() => {
      this.recovery = undefined;
      this.apply(this.size);
    }, RECOVERY).unref();
  }
}
