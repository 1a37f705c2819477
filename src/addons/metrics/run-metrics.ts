import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';
import { RunObservers } from '../../modules/actions/run-observers.js';

const LABELS = ['resource', 'action'] as const;
/** Seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts the chunks of runs over all records. */
@Injectable()
export class RunMetrics implements OnApplicationShutdown {
  private readonly stop: () => void;

  constructor(registry: Registry, runs: RunObservers) {
    const durations = new Histogram({
      name: 'action_chunk_duration_seconds',
      help: 'Duration in seconds of a chunk of an action over all records, including its transaction; its count is the number of chunks.',
      labelNames: LABELS,
      buckets: BUCKETS,
      registers: [registry],
    });
    const records = new Counter({
      name: 'action_records_total',
      help: 'Records passed to actions over all records.',
      labelNames: LABELS,
      registers: [registry],
    });
    this.stop = runs.observe(({ resource, action, records: given, milliseconds }) => {
      durations.observe({ resource, action }, milliseconds / 1000);
      records.inc({ resource, action }, given);
    });
  }

  onApplicationShutdown(): void {
    this.stop();
  }
}
