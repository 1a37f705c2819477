import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { isError } from '../../errors/index.js';

/**
 * Writes that no answer waits for. Their failures are logged; the service waits for them when it
 * stops.
 */
@Injectable()
export class BackgroundWrites implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Authentication');
  private readonly pending = new Set<Promise<void>>();

  /** Starts the write; `what` names it in the log. Returns when it has ended, and never rejects. */
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

  /** Resolves once every write under way has ended. */
  async settle(): Promise<void> {
    await Promise.all(this.pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settle();
  }
}
