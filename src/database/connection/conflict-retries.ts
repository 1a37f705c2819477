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

/** One run of a transaction, which may be repeated. */
export interface TransactionRun {
  /** Cleared before an effect outside of the database. */
  mayRepeat: boolean;
}

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
  transaction<Result>(work: (attempt: TransactionRun) => Promise<Result>): Promise<Result> {
    return this.run(work, this.isolation.readsOneSnapshot);
  }

  /** @throws FinalConflict if the work loses every time, or must not be repeated */
  async run<Result>(
    work: (attempt: TransactionRun) => Promise<Result>,
    mayBeStale = false,
  ): Promise<Result> {
    for (let retry = 1; ; retry++) {
      const attempt: TransactionRun = { mayRepeat: true };
      try {
        return await work(attempt);
      } catch (error) {
        const isStale = mayBeStale && attempt.mayRepeat && isUniqueViolation(error);
        mayBeStale &&= !isStale;
        if (error instanceof FinalConflict || !(isStale || isDeadlockVictim(error))) throw error;
        if (!attempt.mayRepeat) throw outsideReached(error);
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

/** Returns the error for work that may have had effects outside of the database. */
const outsideReached = (cause: unknown): FinalConflict =>
  new FinalConflict(
    cause,
    'Another request changed the same data. Nothing was changed in the database, but the action may have reached outside of it.',
  );
