import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { OrphanSweep } from './orphan-sweep.js';

/** Milliseconds between two sweeps. */
const INTERVAL = 6 * 60 * 60 * 1000;

/** Sweeps once the service listens, so that neither the start waits for it nor a command sweeps, and every six hours. */
@Injectable()
export class SweepSchedule implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('Storage');
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly sweep: OrphanSweep,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.host.listen$.subscribe(() => {
      this.start();
      this.timer = setInterval(() => this.start(), INTERVAL).unref();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.running;
  }

  /** Resolves once the sweep under way, if any, has ended. */
  async settle(): Promise<void> {
    await this.running;
  }

  private start(): void {
    this.running ??= this.sweep
      .run(this.stop.signal)
      .catch((error: unknown) => this.logger.warn({ text: 'The sweep of stored files failed.', error }))
      .finally(() => (this.running = undefined));
  }
}
