import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { RepeatedWork } from '../../base/schedule/repeated-work.js';
import { LogRetention } from './log-retention.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Prunes the log when the service starts listening, and then daily, if the option `logs.keepDays`
 * is set.
 */
@Injectable()
export class RetentionSchedule extends RepeatedWork {
  private readonly keepDays: number | undefined;

  constructor(
    host: HttpAdapterHost,
    private readonly retention: LogRetention,
    @Inject(OPTIONS) { logs }: ResolvedOptions,
  ) {
    super(host, {
      interval: DAY,
      logger: 'ActionLog',
      failure: 'Old rows of the action log could not be removed.',
    });
    this.keepDays = logs.keepDays;
  }

  override onModuleInit(): void {
    if (this.keepDays !== undefined) super.onModuleInit();
  }

  protected work(signal: AbortSignal): Promise<number> {
    return this.retention.prune(this.keepDays!, signal);
  }
}
