import { Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

/** How a piece of work is repeated, and told of where it fails. */
export interface Repetition {
  /** Milliseconds between two beginnings. */
  readonly interval: number;
  /** Under which name the log tells of failures. */
  readonly logger: string;
  readonly failure: string;
}

/**
 * Work that no request waits for. It runs once the service listens, so that neither the start nor a
 * command waits for it, and again after each interval, never twice at once. Failures are logged. At
 * shutdown it is aborted and awaited.
 *
 * Not `@nestjs/schedule`: its intervals start with the application even if it never listens,
 * overlap if the work takes longer, and are not awaited at shutdown.
 */
export abstract class RepeatedWork implements OnModuleInit, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  protected constructor(
    private readonly host: HttpAdapterHost,
    private readonly repetition: Repetition,
  ) {}

  /** @param signal ends it as soon as it can */
  protected abstract work(signal: AbortSignal): Promise<unknown>;

  onModuleInit(): void {
    this.host.listen$.subscribe(() => {
      this.start();
      this.timer = setInterval(() => this.start(), this.repetition.interval).unref();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.settle();
  }

  /** Resolves once the work under way, if any, has ended. */
  async settle(): Promise<void> {
    await this.running;
  }

  private start(): void {
    const { logger, failure } = this.repetition;
    this.running ??= this.work(this.stop.signal)
      .catch((error: unknown) => new Logger(logger).warn({ text: failure, error }))
      .finally(() => (this.running = undefined));
  }
}
