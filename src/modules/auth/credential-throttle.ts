import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { RequestError } from '../../errors/index.js';
import { rateHeaders } from '../../http/rate-headers.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { OpenTransaction } from '../../rules/password-check.js';
import { AttemptStore, type AttemptsNow, type Reservation } from './attempt-store.js';
import { BackgroundWrites } from './background-writes.js';
import { decideAttempt, WINDOW, type AttemptDecision } from './decide-attempt.js';
import { SharedRefusals } from './shared-refusals.js';
import { Slots } from './slots.js';

/**
 * Concurrent attempts of this process between reservation and decision. Few, so that they rarely
 * wait for each other.
 */
const RUNNING = 4;
const WAITING = { waitingPerKey: 250, waiting: 1_000 };
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
 * @contract C2.6
 */
@Injectable()
export class CredentialThrottle {
  private readonly limit: number;
  private readonly slots = new Slots({ running: RUNNING, ...WAITING });

  constructor(
    @Inject(OPTIONS) options: ResolvedOptions,
    private readonly store: AttemptStore,
    private readonly background: BackgroundWrites,
    private readonly refusals: SharedRefusals,
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
    // Before the queue, so that rejected attempts neither wait nor write.
    await this.refuseEarly(subjects);
    return this.slots.run(() => this.attempt(subjects, cleared, check), subjects[0]);
  }

  /**
   * Rejects an attempt inside a transaction, where attempts cannot be reserved: parallel
   * transactions can exceed the limit by their number.
   *
   * @throws RequestError `too_many_requests`
   */
  async verifyWithin(transaction: OpenTransaction, subject: string): Promise<void> {
    this.refuseOverLimit(
      this.decideAll(await this.store.read([subject], transaction), [subject], Infinity),
    );
  }

  /** Counts a wrong attempt. */
  blame(subject: string): Promise<void> {
    return this.store.addFailed(subject);
  }

  private async attempt<Result>(
    subjects: readonly string[],
    cleared: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const reservation = await this.store.reserve(subjects);
    void this.background.start('Pruning login attempts', () => this.store.prune());
    try {
      await this.waitForTurn(subjects, reservation.rank);
      const result = await check();
      // Checked again, because an attempt with a lower rank may have become visible meanwhile.
      await this.waitForTurn(subjects, reservation.rank);
      if (result === undefined) await this.store.fail(reservation);
      else await this.release(reservation, cleared);
      return result;
    } catch (error) {
      await this.store.release(reservation);
      throw error;
    }
  }

  /** Asks Redis first. @throws RequestError `too_many_requests` */
  private async refuseEarly(subjects: readonly string[]): Promise<void> {
    const shared = await this.refusals.read(subjects);
    if (shared && shared.millisecondsToWait > 0) this.refuseOverLimit(shared);
    const decisions = this.decideEach(await this.store.read(subjects), subjects, Infinity);
    const refused = decisions.flatMap((decision, at) =>
      typeof decision === 'object' ? [{ ...decision, subject: subjects[at]! }] : [],
    );
    if (shared) await this.refusals.add(refused, shared);
    this.refuseOverLimit(strictest(decisions));
  }

  private async release(reservation: Reservation, cleared: string): Promise<void> {
    await this.store.release(reservation, cleared);
    await this.refusals.clear(cleared);
  }

  /** @throws RequestError `too_many_requests` once enough earlier attempts have failed */
  private async waitForTurn(subjects: readonly string[], rank: number): Promise<void> {
    let decision = await this.decide(subjects, rank);
    while (decision === 'wait') {
      await sleep(PAUSE);
      decision = await this.decide(subjects, rank);
    }
    this.refuseOverLimit(decision);
  }

  private async decide(subjects: readonly string[], rank: number): Promise<AttemptDecision> {
    return this.decideAll(await this.store.read(subjects), subjects, rank);
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

  private decideAll(
    attempts: AttemptsNow,
    subjects: readonly string[],
    rank: number,
  ): AttemptDecision {
    return strictest(this.decideEach(attempts, subjects, rank));
  }

  private decideEach(
    { attempts, now }: AttemptsNow,
    subjects: readonly string[],
    rank: number,
  ): readonly AttemptDecision[] {
    const others = attempts.filter((attempt) => attempt.rank !== rank);
    return subjects.map((subject) =>
      decideAttempt(
        others.filter((attempt) => attempt.subject === subject),
        rank,
        this.limit,
        now,
      ),
    );
  }
}

function strictest(decisions: readonly AttemptDecision[]): AttemptDecision {
  const waits = decisions.flatMap((decision) =>
    typeof decision === 'object' ? [decision.millisecondsToWait] : [],
  );
  if (waits.length > 0) return { millisecondsToWait: Math.max(...waits) };
  return decisions.includes('wait') ? 'wait' : 'admitted';
}
