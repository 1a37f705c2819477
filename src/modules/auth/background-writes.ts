import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { isError } from '../../base/errors/index.js';

/**
 * Writes for which no response waits. Failures are logged; shutdown waits for pending writes.
 */
@Injectable()
export class BackgroundWrites implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Authentication');
  private readonly pending = new Set<Promise<void>>();

  /**
   * Starts a write; `what` is its name in the log. Resolves when it has ended, and never rejects.
   */
  start(what: string, write: () => Promise<unknown>): Promise<void> {
    const running = write()
      .then(
        () => undefined,
        (error: unknown) =>
          this.logger.warn(`${what} failed: ${isError(error) ? error.message : String(error)}`),
      )
      .finally(() => this.pending.delete(running));
    this.pending.add(running);
    return running;
  }

  /** Resolves once every pending write has ended. */
  async settle(): Promise<void> {
    await Promise.all(this.pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settle();
  }
}
