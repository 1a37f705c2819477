import { setTimeout as pause } from 'node:timers/promises';
import { isFileLocked } from '../../failures/translate-failure.js';

/** Milliseconds between two attempts: short at first, since most writers are done soon. */
const firstPause = 1;
const maxPause = 25;

/**
 * Retries while another process writes to SQLite's file, without blocking in between.
 *
 * @param attempt has no effect when the file is locked
 * @param patience milliseconds
 * @throws RequestError `unavailable`, or SQLite's own error, when the file stays locked
 */
export async function retryWhileBusy<Result>(
  attempt: () => Promise<Result>,
  patience: number,
): Promise<Result> {
  const end = performance.now() + patience;
  for (let wait = firstPause; ; wait = Math.min(wait * 2, maxPause)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isFileLocked(error) || performance.now() > end) throw error;
      await pause(wait);
    }
  }
}
