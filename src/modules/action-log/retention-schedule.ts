import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { LogRetention } from './log-retention.js';

/** Milliseconds between two looks. */
const INTERVAL = 24 * 60 * 60 * 1000;

/** Prunes the log once the service listens, so that the start does not wait for it, and every day. */
@Injectable()
export class RetentionSchedule implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('ActionLog');
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  constructor(
    private readonly retention: LogRetention,
    private readonly host: HttpAdapterHost,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  onModuleInit(): void {
    const { keepDays } = this.options.logs;
    if (keepDays === undefined) return;
    this.host.listen$.subscribe(() => {
      this.start(keepDays);
      this.timer = setInterval(() => this.start(keepDays), INTERVAL).unref();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.settle();
  }

  /** Resolves once the pruning under way, if any, has ended. */
  async settle(): Promise<void> {
    await this.running;
  }

  private start(days: number): void {
    this.running ??= this.retention
      .prune(days, this.stop.signal)
      .catch((error: unknown) => this.logger.warn({ text: 'Old rows of the action log could not be removed.', error }))
      .finally(() => (this.running = undefined));
  }
}
