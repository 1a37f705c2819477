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
 * Work that no request waits for. It begins once the service listens, so that neither the start
 * waits for it nor a command does it, and again after each interval; one that takes longer than
 * that is not done twice at once. A failure is logged. When the service stops, it is told to end,
 * and waited for.
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
