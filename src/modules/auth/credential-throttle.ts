import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { RequestError } from '../../base/errors/index.js';
import { SharedState, type SubjectRefusal } from '../../base/shared-state.js';
import { rateHeaders } from '../../http/hooks/rate-headers.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { AttemptStore, type AttemptsNow } from './attempt-store.js';
import { BackgroundWrites } from './background-writes.js';
import { decideAttempt, WINDOW, type AttemptDecision } from './decide-attempt.js';
import { Slots } from '../../base/schedule/slots.js';

/**
 * Concurrent attempts of this process between reservation and decision. Few, so that they rarely
 * wait for each other.
 */
const RUNNING = 4;
const WAITING = { waitingPerKey: 250, waiting: 1_000 };
const CHECKS_OF_USERS = { running: 2, waitingPerKey: 20, waiting: 1_000 };
/** Milliseconds between the checks of a waiting attempt. */
const PAUSE = 25;

/**
 * The subjects for which attempts are counted: a client address (a /64 for IPv6, which belongs to
 * one client), an account, or the current password of a signed-in user.
 */
export const subjects = {
  clientAddress: (address: string): string => `peer:${normalizeIp(address)}`,
  account: (identifier: string): string => `account:${hash('sha256', identifier)}`,
  user: (key: string): string => `user:${hash('sha256', key)}`,
} as const;

/**
 * Limits the wrong credentials per minute of each subject. Only wrong ones count, even if many
 * right ones arrive at the same time. Parallel guesses, on any number of nodes, cannot exceed the
 * limit.
 *
 * Each attempt is stored as pending before its password is checked. While failed and earlier
 * pending attempts together reach the limit, it waits. A pending attempt is deleted if it was
 * right, and counts if it was wrong.
 *
 * Only the database counts. Where replicas share a state, it contains which subjects are over the
 * limit, so that further attempts are rejected without the database.
 *
 * @contract C2.6
 */
@Injectable()
export class CredentialThrottle {
  private readonly limit: number;
  private readonly logins = new Slots({ running: RUNNING, ...WAITING });
  /** Apart from logins, which do not wait for those who have signed in. */
  private readonly users = new Slots(CHECKS_OF_USERS);

  constructor(
    @Inject(OPTIONS) options: ResolvedOptions,
    private readonly store: AttemptStore,
    private readonly background: BackgroundWrites,
    @Optional() private readonly shared?: SharedState,
  ) {
    this.limit = options.authentication.failuresPerMinute;
  }

  /**
   * Checks credentials that count for the subjects.
   *
   * @param check returns `undefined` for wrong credentials; if it throws, the attempt does not
   * count
   * @param cleared the subject whose failures are deleted if the credentials are right
   * @throws RequestError `too_many_requests` with the seconds to wait, whether the credentials are
   * right or wrong; `unavailable` if too many attempts are waiting
   */
  async run<Result>(
    subjects: readonly string[],
    cleared: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    return this.runIn(this.logins, subjects, cleared, check);
  }

  /** Checks the current password of a user who has signed in, as {@link run}. */
  async checkUser<Result>(
    key: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const subject = subjects.user(key);
    return this.runIn(this.users, [subject], subject, check);
  }

  private async runIn<Result>(
    slots: Slots,
    subjects: readonly string[],
    cleared: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    // Before the queue, so that rejected attempts neither wait nor write.
    await this.refuseEarly(subjects);
    return slots.run(() => this.attempt(subjects, cleared, check), subjects[0]);
  }

  private async attempt<Result>(
    subjects: readonly string[],
    cleared: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const reservation = await this.store.reserve(subjects);
    const decide = (attempts: AttemptsNow) =>
      decideFor(subjects, reservation.rank, this.limit, attempts);
    void this.background.start('Pruning login attempts', () => this.store.prune());
    try {
      await this.waitForTurn(async () => decide(await this.store.read(subjects)));
      const result = await check();
      // Decided again, because an attempt with a lower rank may have become visible meanwhile.
      const outcome = result === undefined ? 'failed' : { cleared };
      await this.waitForTurn(() => this.store.settle(subjects, reservation, outcome, decide));
      if (result !== undefined) await this.shared?.refusals.clear(cleared);
      return result;
    } catch (error) {
      await this.store.release(reservation);
      throw error;
    }
  }

  /** @throws RequestError `too_many_requests` */
  private async refuseEarly(subjects: readonly string[]): Promise<void> {
    const known = await this.shared?.refusals.read(subjects);
    if (known && known.millisecondsToWait > 0) this.refuseOverLimit(known);
    const read = await this.store.read(subjects);
    const decision = decideFor(subjects, Infinity, this.limit, read);
    if (known && typeof decision === 'object')
      await this.shared!.refusals.add(lastingRefusals(subjects, this.limit, read), known);
    this.refuseOverLimit(decision);
  }

  /** @throws RequestError `too_many_requests` once enough earlier attempts have failed */
  private async waitForTurn(decide: () => Promise<AttemptDecision>): Promise<void> {
    let decision = await decide();
    while (decision === 'wait') {
      await sleep(PAUSE);
      decision = await decide();
    }
    this.refuseOverLimit(decision);
  }

  /**
   * Only a refusal contains what is left: otherwise, the caller would learn of others' attempts.
   */
  private refuseOverLimit(decision: AttemptDecision): void {
    if (typeof decision !== 'object') return;
    const reset = Math.ceil(decision.millisecondsToWait / 1000);
    const policy = { name: 'wrong-credentials', quota: this.limit, window: WINDOW / 1000 };
    throw new RequestError('too_many_requests', {
      headers: { 'Retry-After': String(reset), ...rateHeaders(policy, { remaining: 0, reset }) },
    });
  }
}

/** Decides on an attempt for all of its subjects. */
function decideFor(
  subjects: readonly string[],
  rank: number,
  limit: number,
  { attempts, now }: AttemptsNow,
): AttemptDecision {
  const others = attempts.filter((attempt) => attempt.rank !== rank);
  const ofSubject = (subject: string) => others.filter((attempt) => attempt.subject === subject);
  return strictest(subjects.map((subject) => decideAttempt(ofSubject(subject), rank, limit, now)));
}

/** Returns the refusals that follow from wrong credentials alone: a pending attempt may still be right. */
const lastingRefusals = (
  subjects: readonly string[],
  limit: number,
  { attempts, now }: AttemptsNow,
): readonly SubjectRefusal[] => {
  const failed = { attempts: attempts.filter(({ isPending }) => !isPending), now };
  return subjects.flatMap((subject) => {
    const decision = decideFor([subject], Infinity, limit, failed);
    return typeof decision === 'object' ? [{ subject, ...decision }] : [];
  });
};

function strictest(decisions: readonly AttemptDecision[]): AttemptDecision {
  const waits = decisions.flatMap((decision) =>
    typeof decision === 'object' ? [decision.millisecondsToWait] : [],
  );
  if (waits.length > 0) return { millisecondsToWait: Math.max(...waits) };
  return decisions.includes('wait') ? 'wait' : 'admitted';
}
