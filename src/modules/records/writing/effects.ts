import { Injectable } from '@nestjs/common';
import { AsyncScope } from '../../../base/async-scope.js';
import { RequestError } from '../../../base/errors/index.js';
import type { Change } from '../../action-log/change-log.js';

/** What can happen to a record or to a row of a pivot. */
export type EffectName = 'stored' | 'updated' | 'deleted' | 'attached' | 'detached';

/** Changes of one kind. */
export interface Effect {
  readonly name: EffectName;
  readonly count: number;
  /** Returns what a log would contain of them; only called if someone looks. */
  readonly describe: () => readonly Change[];
}

/** A change, and what happened. */
export interface DescribedChange extends Change {
  readonly event: EffectName;
}

/** What a piece of work has changed. */
export class EffectTally {
  readonly affected: Record<EffectName, number> = {
    stored: 0,
    updated: 0,
    deleted: 0,
    attached: 0,
    detached: 0,
  };
  /** Records on which the user may not run the action. */
  refused = 0;
  /** Listed keys that match no record. */
  skipped = 0;
  private readonly described: DescribedChange[] = [];
  private isVerified = false;

  /**
   * @param shown how many changes are described
   * @param max how many records may change; `null` for any number
   */
  constructor(
    private readonly shown: number,
    readonly max: number | null,
  ) {}

  /** @throws RequestError `max_affected_exceeded` */
  verify(count: number): void {
    if (this.max === null || count <= this.max) return;
    throw new RequestError('max_affected_exceeded', {
      message: `The request would change ${count} records, but max-affected allows ${this.max}.`,
    });
  }

  /** @throws RequestError `max_affected_exceeded` */
  verifyReceived(count: number): void {
    this.verify(count);
    this.isVerified = true;
  }

  /** @throws RequestError `max_affected_exceeded` if too much was changed */
  verifyTotal(): void {
    if (!this.isVerified) this.verify(this.total);
  }

  get total(): number {
    return Object.values(this.affected).reduce((sum, count) => sum + count, 0);
  }

  /** The first changes. */
  get changes(): readonly DescribedChange[] {
    return this.described;
  }

  add({ name, count, describe }: Effect): void {
    this.affected[name] += count;
    if (count === 0 || this.described.length >= this.shown) return;
    const described = describe().map((change) => ({ ...change, event: name }));
    this.described.push(...described.slice(0, this.shown - this.described.length));
  }
}

/**
 * Reports what a request changes to those who ask, such as a dry run. Statements that a team's code
 * sends itself are not counted.
 *
 * @contract C13.3, C13.4
 */
@Injectable()
export class Effects {
  private readonly tallies = new AsyncScope<EffectTally>();

  /** Whether somebody wants to know what is changed. */
  get areCounted(): boolean {
    return this.tallies.value !== undefined;
  }

  /** Whether the number of changes has a bound. */
  get areBounded(): boolean {
    return (this.tallies.value?.max ?? null) !== null;
  }

  /** @throws RequestError `max_affected_exceeded` if this many changes are over the bound */
  verify(count: number): void {
    this.tallies.value?.verify(count);
  }

  /**
   * Verifies the records that an action receives instead of what it changes, for an action that
   * reaches outside of the database: once it has run, it is too late to refuse it.
   *
   * @throws RequestError `max_affected_exceeded` if this many records are over the bound
   */
  verifyReceived(count: number): void {
    this.tallies.value?.verifyReceived(count);
  }

  /**
   * Counts what the work changes.
   *
   * @throws RequestError `max_affected_exceeded` if that is over the bound
   */
  async collect<Result>(
    { shown, max }: { readonly shown: number; readonly max: number | null },
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly tally: EffectTally }> {
    const tally = new EffectTally(shown, max);
    const result = await this.tallies.run(tally, work);
    tally.verifyTotal();
    return { result, tally };
  }

  note(effect: Effect): void {
    this.tallies.value?.add(effect);
  }

  noteRefused(records: number): void {
    const tally = this.tallies.value;
    if (tally) tally.refused += records;
  }

  noteSkipped(keys: number): void {
    const tally = this.tallies.value;
    if (tally) tally.skipped += keys;
  }
}
