import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RepeatedWork } from '../../base/schedule/repeated-work.js';
import { OrphanSweep } from './orphan-sweep.js';

const SIX_HOURS = 6 * 60 * 60 * 1000;

/** Sweeps when the service starts listening, and then every six hours. @contract C10.3 */
@Injectable()
export class SweepSchedule extends RepeatedWork {
  constructor(
    host: HttpAdapterHost,
    private readonly sweep: OrphanSweep,
  ) {
    super(host, {
      interval: SIX_HOURS,
      logger: 'Storage',
      failure: 'The sweep of stored files failed.',
    });
  }

  protected work(signal: AbortSignal): Promise<void> {
    return this.sweep.run(signal);
  }
}
