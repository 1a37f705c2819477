import { AsyncResource } from 'node:async_hooks';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Slots } from '../../base/schedule/slots.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { RunAnnouncements } from './run-announcements.js';
import { RunExecution } from './run-execution.js';
import { RunRows } from './run-rows.js';

/**
 * Milliseconds between two looks into the database while a queue carries the runs: it finds those
 * that the queue has lost, or that were waiting when it was away.
 */
const POLL_BESIDE_QUEUE = 5_000;

/**
 * Finds runs that no process works on, and works on them: from the database, which contains all of
 * them, and sooner from the queue that replicas share, if there is one. Which process gets a run is
 * decided in the database alone.
 *
 * @contract C14.4
 */
@Injectable()
export class RunLoop implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Runs');
  private slots: Slots | undefined;
  private concurrency: number;
  private readonly interval: number;
  private readonly working = new Set<Promise<boolean>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isAskedAgain = false;
  private isStopping = false;
  private lookedAt = -Infinity;

  constructor(
    @Inject(OPTIONS) { runs }: ResolvedOptions,
    private readonly host: HttpAdapterHost,
    private readonly rows: RunRows,
    private readonly execution: RunExecution,
    private readonly announcements: RunAnnouncements,
  ) {
    this.concurrency = runs.concurrency;
    this.interval = runs.poll;
  }

  onModuleInit(): void {
    this.host.listen$.subscribe(() => this.start());
  }

  /**
   * Begins to work on runs, unless this process leaves them to others.
   * @param concurrency how many at a time, in place of the option
   */
  start(concurrency = this.concurrency): void {
    if (concurrency === 0 || this.slots) return;
    this.concurrency = concurrency;
    this.slots = new Slots({ running: concurrency });
    const { queue } = this.announcements;
    // Runs do not belong to the request that announces one.
    this.announcements.listen(AsyncResource.bind(() => this.look()));
    queue?.receive(this.concurrency, (id) => this.work(id));
    this.timer = setInterval(() => this.lookIfDue(), this.interval);
    this.look();
  }

  /** Works on runs until none waits, also in a process that has not started to. */
  async workOff(): Promise<void> {
    for (;;) {
      const [id] = await this.rows.findWaiting(1);
      if (id === undefined) return;
      await this.claimAndRun(id);
    }
  }

  /** Before a queue is closed, which waits for the work in progress. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    this.execution.stop();
  }

  /** Resolves when the runs in progress have stopped after their current chunks. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all([this.announcements.queue?.close(), ...this.working]);
  }

  private lookIfDue(): void {
    const pause = this.announcements.queue?.isAvailable ? POLL_BESIDE_QUEUE : 0;
    if (performance.now() - this.lookedAt >= pause) this.look();
  }

  /** Looks for waiting runs, once more if it is asked to while it looks. */
  private look(): void {
    if (!this.slots || this.isStopping) return;
    this.isAskedAgain = true;
    this.looking ??= this.lookRepeatedly().finally(() => (this.looking = undefined));
  }

  private async lookRepeatedly(): Promise<void> {
    while (this.isAskedAgain && !this.isStopping) {
      this.isAskedAgain = false;
      this.lookedAt = performance.now();
      try {
        const free = this.concurrency - this.working.size;
        const ids = free > 0 ? await this.rows.findWaiting(free) : [];
        for (const id of ids) void this.work(id);
      } catch (error) {
        this.logger.warn({ text: 'The runs that wait could not be read.', error });
      }
    }
  }

  /** Works on a run, if no other process does. Reports errors, and never rejects. */
  private async work(id: string): Promise<void> {
    const working = this.slots!.run(() => this.claimAndRun(id));
    this.working.add(working);
    const hasWorked = await working;
    this.working.delete(working);
    // Another run may have waited for the slot.
    if (hasWorked) this.look();
  }

  /** @returns whether this process has worked on the run */
  private async claimAndRun(id: string): Promise<boolean> {
    try {
      const run = this.isStopping ? null : await this.rows.claim(id);
      if (run) await this.execution.work(run);
      return run !== null;
    } catch (error) {
      this.logger.error({ text: `The run ${id} was interrupted. It goes on later.`, error });
      return false;
    }
  }
}
