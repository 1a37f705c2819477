import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RepeatedWork } from '../../base/schedule/repeated-work.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { RunRows } from './run-rows.js';

const DAY = 24 * 60 * 60 * 1000;

/** Removes runs that have ended when the service starts listening, and then daily. */
@Injectable()
export class RunPruning extends RepeatedWork {
  constructor(
    host: HttpAdapterHost,
    private readonly rows: RunRows,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {
    super(host, {
      interval: DAY,
      logger: 'Runs',
      failure: 'Old runs could not be removed.',
    });
  }

  protected work(): Promise<void> {
    return this.rows.prune(this.options.runs.keepDays);
  }
}
