import { Session } from 'node:inspector/promises';
import type { Database } from '../../src/index.js';
import { timesOf } from './stage-times.js';

/**
 * Serves the process that started this one: `start` and `stop` the profiler and return the time by
 * stage; `count` returns the number of statements since the last `count`.
 */
export function serveMeasurements(database: Database): void {
  const session = new Session();
  session.connect();
  let statements = 0;
  let stopCounting: (() => void) | undefined;
  const handlers: Readonly<Record<string, () => unknown>> = {
    async start() {
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
      return 'started';
    },
    async stop() {
      return timesOf((await session.post('Profiler.stop')).profile);
    },
    /** Counting starts with the first `count`, because it costs time. */
    count() {
      stopCounting ??= database.observe(() => void statements++);
      const counted = statements;
      statements = 0;
      return counted;
    },
  };
  process.on('message', (message: string) => void respond(handlers[message]!));
}

async function respond(work: () => unknown): Promise<void> {
  process.send!(await work());
}
