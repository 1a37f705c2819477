import { Injectable, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Gauge, Registry } from 'prom-client';
import { RepeatedWork } from '../../base/schedule/repeated-work.js';
import { BackgroundRuns } from '../../modules/actions/background-runs.js';

/** Milliseconds; rare, since each process of the service reads the same. */
const INTERVAL = 60_000;

/**
 * Shows how long actions wait that run after their response; nothing where they run in the request.
 * The metrics are read without the database, so that they are there when it is not.
 */
@Injectable()
export class RunWaitMetrics extends RepeatedWork {
  private readonly wait: Gauge;

  constructor(
    host: HttpAdapterHost,
    registry: Registry,
    @Optional() private readonly runs?: BackgroundRuns,
  ) {
    super(host, {
      interval: INTERVAL,
      logger: 'Metrics',
      failure: 'How long runs have waited could not be read.',
    });
    this.wait = new Gauge({
      name: 'action_run_wait_seconds',
      help: 'Seconds that the run that has waited longest for a process has waited, in the whole service; 0 if none waits.',
      registers: runs ? [registry] : [],
    });
  }

  protected async work(): Promise<void> {
    if (this.runs) this.wait.set(await this.runs.longestWait());
  }
}
