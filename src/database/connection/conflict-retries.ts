import { setTimeout as pause } from 'node:timers/promises';
import {
  FinalConflict,
  isDeadlockVictim,
  isUniqueViolation,
} from '../failures/translate-failure.js';
import type { ConflictCounts } from './database.js';

/** How a server isolates transactions, where it matters for conflicts. */
export interface Isolation {
  /** Whether work loses conflicts in normal operation, also reads outside of transactions. */
  readonly losesConflicts: boolean;
  /** Whether all statements of a transaction read what was there when it began. */
  readonly readsOneSnapshot: boolean;
}

/** Conflicts are deadlocks, and prepared statements that no longer fit their table. */
export const READ_COMMITTED: Isolation = { losesConflicts: false, readsOneSnapshot: false };

/** How often work is run again. */
const RETRIES = { rarely: 3, normally: 12 };
/**
 * Milliseconds before the first retry, at most; twice as many before each further one. Random, so
 * that transactions that collided do not collide again.
 */
const FIRST_PAUSE = 20;
const MAX_PAUSE = 1_000;

/**
 * Runs work again that fell victim to other transactions, for every database on a server. The
 * database has rolled back everything that the work did, so it begins from its beginning. A failure
 * that leaves open whether the commit happened is not such a conflict.
 *
 * @contract C9
 */
export class ConflictRetries implements ConflictCounts {
  retried = 0;
  exhausted = 0;
  private readonly max: number;

  constructor(private readonly isolation: Isolation) {
    this.max = RETRIES[isolation.losesConflicts ? 'normally' : 'rarely'];
  }

  /**
   * Runs a transaction. If it reads one snapshot, a broken unique index may reveal a value that was
   * stored after it, so it is run again once.
   */
  transaction<Result>(attempt: () => Promise<Result>): Promise<Result> {
    return this.run(attempt, this.isolation.readsOneSnapshot);
  }

  /** @throws FinalConflict if the work loses every time */
  async run<Result>(attempt: () => Promise<Result>, mayBeStale = false): Promise<Result> {
    for (let retry = 1; ; retry++) {
      try {
        return await attempt();
      } catch (error) {
        const isStale = mayBeStale && isUniqueViolation(error);
        mayBeStale &&= !isStale;
        if (error instanceof FinalConflict || !(isStale || isDeadlockVictim(error))) throw error;
        if (retry > this.max) {
          this.exhausted += 1;
          throw new FinalConflict(error);
        }
        this.retried += 1;
        await pause(Math.random() * Math.min(FIRST_PAUSE * 2 ** (retry - 1), MAX_PAUSE));
      }
    }
  }
}
