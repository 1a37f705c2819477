import { Logger } from '@nestjs/common';
import type { RunDone } from '../../base/errors/index.js';
import { LostRun, type Claim, type RunChanges, type RunRows } from './run-rows.js';

/** Signs of life per lease. */
const BEATS = 3;

/**
 * Shows that this process works on a run, and notices when the run is cancelled or another process
 * has taken it.
 */
export class Pulse {
  private readonly logger = new Logger('Runs');
  private readonly abort = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private beating: Promise<void> | undefined;
  private progress: RunChanges = {};
  isCancelled = false;
  isLost = false;

  constructor(
    private readonly rows: RunRows,
    private readonly claim: Claim,
  ) {
    this.timer = setInterval(() => this.beat(), rows.lease / BEATS).unref();
  }

  /** Aborted when the run is cancelled or lost. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Notes the progress of a run in one transaction, which others see before the commit. */
  note({ records, total }: RunDone): void {
    this.progress = { processed: records, ...(total !== undefined && { total }) };
  }

  /** Gives no more signs of life, and resolves when the last one is given. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
  }

  private beat(): void {
    this.beating ??= this.renew().finally(() => (this.beating = undefined));
  }

  private async renew(): Promise<void> {
    const progress = this.progress;
    this.progress = {};
    try {
      const status = await this.rows.renew(this.claim, progress);
      if (status === 'cancelling') this.end({ isCancelled: true });
    } catch (error) {
      if (error instanceof LostRun) this.end({ isLost: true });
      else this.logger.warn({ text: `The run ${this.claim.id} could not be renewed.`, error });
    }
  }

  private end(why: Partial<Pick<Pulse, 'isCancelled' | 'isLost'>>): void {
    Object.assign(this, why);
    this.abort.abort();
  }
}
