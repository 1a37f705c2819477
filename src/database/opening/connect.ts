import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { FailureReport } from '../connection/transaction-callbacks.js';
import { isPassing } from '../failures/translate-failure.js';

/** Milliseconds for a server that starts together with the service. */
const defaultPatience = 30_000;
const firstPause = 100;
const maxPause = 2_000;

/**
 * Opens the database, and retries for a while if the server does not respond yet. Errors that
 * waiting does not fix, such as a wrong password, fail at once.
 *
 * @param patience milliseconds
 */
export async function connect(
  dataSource: DataSource,
  report: FailureReport,
  patience: number = defaultPatience,
): Promise<void> {
  const end = Date.now() + patience;
  for (let wait = firstPause; ; wait = Math.min(wait * 2, maxPause)) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isPassing(error) || Date.now() + wait > end) throw error;
      report('The database cannot be reached yet.', error);
      await pause(wait);
    }
  }
}
