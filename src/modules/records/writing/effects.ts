import { Injectable } from '@nestjs/common';
import { RequestError } from '../../../errors/index.js';
import { AsyncScope } from '../../../execution/database/async-scope.js';
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

/** What is asked about the changes of a piece of work. */
export interface EffectBounds {
  /** How many changes are described. */
  readonly shown: number;
  /** The most records that may change; `null` for any number. */
  readonly maxAffected: number | null;
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

  constructor(private readonly bounds: EffectBounds) {}

  get total(): number {
    return Object.values(this.affected).reduce((sum, count) => sum + count, 0);
  }

  /** The first changes. */
  get changes(): readonly DescribedChange[] {
    return this.described;
  }

  add({ name, count, describe }: Effect): void {
    const { shown } = this.bounds;
    this.affected[name] += count;
    if (count === 0 || this.described.length >= shown) return;
    const described = describe().map((change) => ({ ...change, event: name }));
    this.described.push(...described.slice(0, shown - this.described.length));
  }

  /**
   * Rejects a number of changes that is too high.
   * @throws RequestError `max_affected_exceeded`, which must roll the write back
   */
  verify(count: number): void {
    const { maxAffected } = this.bounds;
    if (maxAffected === null || count <= maxAffected) return;
    throw new RequestError('max_affected_exceeded', {
      message: `The request would change ${count} records, but max-affected allows ${maxAffected}.`,
    });
  }

  /** Whether there is a most number of changes. */
  get isBounded(): boolean {
    return this.bounds.maxAffected !== null;
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

  /** Counts what the work changes. */
  async collect<Result>(
    bounds: EffectBounds,
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly tally: EffectTally }> {
    const tally = new EffectTally(bounds);
    return { result: await this.tallies.run(tally, work), tally };
  }

  /** Whether someone asks what the calling code changes. */
  get areCollected(): boolean {
    return this.tallies.value !== undefined;
  }

  note(effect: Effect): void {
    this.tallies.value?.add(effect);
  }

  /** Whether a number of changes can be too high. */
  get areBounded(): boolean {
    return this.tallies.value?.isBounded ?? false;
  }

  /**
   * Called before work that a rollback does not undo, with the number of records that it is about.
   * @throws RequestError `max_affected_exceeded`
   */
  verifySelected(records: number): void {
    this.tallies.value?.verify(records);
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
