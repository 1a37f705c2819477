/** Milliseconds during which a wrong attempt counts. */
export const WINDOW = 60_000;
/** Milliseconds after which a pending attempt counts as wrong: its process has died. */
const CHECK_TIMEOUT = 15_000;

/** One row of `login_attempts`. */
export interface StoredAttempt {
  readonly id: number;
  readonly subject: string;
  readonly failedAt: Date;
  /** Orders attempts: the id of their first row. */
  readonly rank: number;
  readonly isPending: boolean;
}

/**
 * Whether an attempt may proceed: `wait` until earlier attempts are decided, or rejected for this
 * time, which is more than zero.
 */
export type AttemptDecision = 'admitted' | 'wait' | { readonly millisecondsToWait: number };

/**
 * Decides on an attempt by the other attempts of the same subject. Failed attempts in the window
 * count, and so do pending ones with a lower rank, since each of them may still fail.
 * Attempts never wait for a higher rank, so they cannot wait for each other. Rows from the future,
 * left by a clock that was set back, do not count.
 *
 * @param others the other attempts of the subject
 * @param rank the rank of the attempt; Infinity before it is stored
 * @contract C2.6
 */
export function decideAttempt(
  others: readonly StoredAttempt[],
  rank: number,
  limit: number,
  now: Date,
): AttemptDecision {
  const counted = others.filter(({ failedAt }) => isBetween(ageOf(failedAt, now), 0, WINDOW));
  const isUndecided = ({ isPending, failedAt }: StoredAttempt) =>
    isPending && ageOf(failedAt, now) < CHECK_TIMEOUT;
  const failed = counted.filter((attempt) => !isUndecided(attempt));
  if (failed.length >= limit) return { millisecondsToWait: timeUntilFree(failed, limit, now) };
  const ahead = counted.filter((attempt) => isUndecided(attempt) && attempt.rank < rank);
  return failed.length + ahead.length < limit ? 'admitted' : 'wait';
}

/** Returns whether a row is in the future: the clock was set back after it was stored. */
export const isFromFuture = ({ failedAt }: StoredAttempt, now: Date): boolean =>
  failedAt.getTime() > now.getTime();

/** Returns the milliseconds until the window contains fewer attempts than the limit. */
function timeUntilFree(failed: readonly StoredAttempt[], limit: number, now: Date): number {
  const newestFirst = failed
    .map(({ failedAt }) => ageOf(failedAt, now))
    .sort((one, other) => one - other);
  return WINDOW - newestFirst[limit - 1]!;
}

const ageOf = (instant: Date, now: Date): number => now.getTime() - instant.getTime();

const isBetween = (value: number, min: number, bound: number): boolean =>
  value >= min && value < bound;
