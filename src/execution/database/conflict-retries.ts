import { setTimeout as pause } from 'node:timers/promises';
import type { ConflictCounts } from './database.js';
import {
  conflictsPersist,
  FinalConflict,
  isConflictVictim,
  isUniqueViolation,
} from './translate-failure.js';

/** The most times that work is run again. */
export const MAX_RETRIES = 12;
/**
 * Milliseconds before the first retry, at most; twice as many before each further one. Random, so
 * that transactions that collided do not collide again.
 */
const FIRST_PAUSE = 20;
const MAX_PAUSE = 1_000;

/**
 * Runs work again that lost a conflict with other transactions: a deadlock, a serialization
 * failure, or a prepared statement that no longer fits its table. The database has rolled back
 * everything that the work did, so the work must begin from its beginning. A failure that leaves
 * open whether the commit happened is not such a conflict, and work that has called
 * `doNotRepeat` is not run again.
 *
 * This is the only place where the service retries, for every database on a server. SQLite has one
 * writer at a time.
 *
 * @contract C9
 */
export class ConflictRetries implements ConflictCounts {
  retried = 0;
  exhausted = 0;

  /**
   * @param mayBeStale whether the work may have read what was there before others committed, so
   * that a unique index reveals the conflict: it is run again once
   * @throws RequestError `unavailable` with `Retry-After` if the work loses every time
   */
  async run<Result>(attempt: () => Promise<Result>, mayBeStale = false): Promise<Result> {
    for (let retry = 1; ; retry++) {
      try {
        return await attempt();
      } catch (error) {
        const isStale = mayBeStale && isUniqueViolation(error);
        mayBeStale &&= !isStale;
        if (error instanceof FinalConflict || !(isStale || isConflictVictim(error))) throw error;
        if (retry > MAX_RETRIES) {
          this.exhausted += 1;
          throw conflictsPersist(error);
        }
        this.retried += 1;
        await pause(Math.random() * Math.min(FIRST_PAUSE * 2 ** (retry - 1), MAX_PAUSE));
      }
    }
  }
}
