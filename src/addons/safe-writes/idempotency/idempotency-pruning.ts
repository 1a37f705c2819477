import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RepeatedWork } from '../../../base/schedule/repeated-work.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const HOUR = 60 * 60 * 1000;

/** Removes old keys at start and every hour. */
@Injectable()
export class IdempotencyPruning extends RepeatedWork {
  constructor(
    host: HttpAdapterHost,
    private readonly keys: IdempotencyKeys,
  ) {
    super(host, {
      interval: HOUR,
      logger: 'Idempotency',
      failure: 'Old idempotency keys could not be removed.',
    });
  }

  protected work(): Promise<void> {
    return this.keys.prune();
  }
}
