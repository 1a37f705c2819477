import { PassThrough, type Readable } from 'node:stream';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { RunRows } from './run-rows.js';
import { hasEnded, type DescribedRun, type StoredRun } from './stored-run.js';

/**
 * Milliseconds between two looks at most. One statement reads the runs of all clients of this
 * process.
 */
const MAX_INTERVAL = 500;
/** Milliseconds after which a client is to connect again, so that its rights are checked again. */
const LIFETIME = 5 * 60_000;
/** Looks after which a comment shows proxies that the connection is in use. */
const LOOKS_PER_COMMENT = 30;

/** A client that follows a run. */
interface Follower {
  readonly id: string;
  readonly stream: PassThrough;
  readonly describe: (run: StoredRun) => DescribedRun;
  /** What the client has seen. */
  revision: number;
  readonly until: number;
}

/** Server-sent events of runs, on which any process may work. @contract C14.2 */
@Injectable()
export class RunEvents implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Runs');
  private readonly followers = new Set<Follower>();
  private readonly interval: number;
  private timer: NodeJS.Timeout | undefined;
  private looks = 0;

  constructor(
    @Inject(OPTIONS) { runs }: ResolvedOptions,
    private readonly rows: RunRows,
  ) {
    this.interval = Math.min(runs.poll, MAX_INTERVAL);
  }

  /**
   * Returns the events of a run. The first one is its state now, unless the client has seen it. The
   * stream ends with the run, or after five minutes: clients then connect again by themselves.
   *
   * @param lastEventId the id of the last event that the client has seen
   */
  follow(
    run: StoredRun,
    describe: (run: StoredRun) => DescribedRun,
    lastEventId: unknown,
  ): Readable {
    const stream = new PassThrough();
    const seen = /^\d{1,15}$/.test(String(lastEventId)) ? Number(lastEventId) : -1;
    const until = performance.now() + LIFETIME;
    const follower = { id: run.id, stream, describe, revision: seen, until };
    stream.write('retry: 1000\n\n');
    this.send(follower, run);
    if (hasEnded(run)) return stream;
    this.followers.add(follower);
    stream.once('close', () => this.leave(follower));
    this.schedule();
    return stream;
  }

  beforeApplicationShutdown(): void {
    for (const follower of this.followers) this.end(follower);
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.look(), this.interval).unref();
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    if (this.followers.size === 0) return;
    try {
      const ids = new Set([...this.followers].map(({ id }) => id));
      const found = await this.rows.findAll([...ids]);
      const runs = new Map(found.map((run) => [run.id, run]));
      this.looks += 1;
      for (const follower of [...this.followers]) this.show(follower, runs.get(follower.id));
    } catch (error) {
      this.logger.warn({ text: 'The runs that clients follow could not be read.', error });
    }
    this.schedule();
  }

  private show(follower: Follower, run: StoredRun | undefined): void {
    if (run) this.send(follower, run);
    const isOver = !run || hasEnded(run) || performance.now() >= follower.until;
    if (isOver) this.end(follower);
    else if (this.looks % LOOKS_PER_COMMENT === 0) follower.stream.write(':\n\n');
  }

  private send(follower: Follower, run: StoredRun): void {
    const isOver = hasEnded(run);
    // A client that has seen the end and connects again waits for it.
    if (run.revision <= follower.revision && !isOver) return;
    follower.revision = run.revision;
    const data = JSON.stringify(follower.describe(run));
    const event = isOver ? run.status : 'progress';
    follower.stream.write(`id: ${run.revision}\nevent: ${event}\ndata: ${data}\n\n`);
    if (isOver) this.end(follower);
  }

  private end(follower: Follower): void {
    this.leave(follower);
    follower.stream.end();
  }

  private leave(follower: Follower): void {
    this.followers.delete(follower);
  }
}
