import { Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

/** How work is repeated, and how its failures are logged. */
export interface Repetition {
  /** Milliseconds between two starts. */
  readonly interval: number;
  /** The context of the log lines for failures. */
  readonly logger: string;
  readonly failure: string;
}

/**
 * Background work. It runs when the service starts listening, so that neither the startup nor a
 * command waits for it, and again after each interval, never twice at the same time. Failures are
 * logged. At shutdown it is aborted and awaited.
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

  /** @param signal ends the work as soon as possible */
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

  /** Resolves once the work in progress, if any, has ended. */
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
