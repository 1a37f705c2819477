import type { Key, ResourceRequest } from '../../base/types/register.js';
import type { Statement, Transaction } from '../../database/connection/database.js';
import type { PivotLog } from '../../database/pivots/pivot-statements.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { isFailure } from './failures.js';
import type { Snapshot } from './snapshot.js';

/** What an operation did to one record. @contract C8.1 */
export interface Change {
  /** `Stored`, `Updated`, `Deleted`, `Attached`, `Detached`, `Synced`, or an action's uriKey. */
  readonly name: string;
  readonly resource: CompiledResource;
  readonly key: string | number | null;
  /** The old values by field, as in the entity; for a relation, the removed keys by its key. */
  readonly original: Readonly<Record<string, unknown>>;
  /** The new values by field; for a relation, the keys added or updated by its key. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Returns what it takes to revert the change; absent if it cannot be reverted. @contract C15 */
  readonly snapshot?: () => Snapshot;
}

/** An operation that failed. */
export interface FailedOperation extends Pick<Change, 'name' | 'resource' | 'key'> {
  readonly error: unknown;
}

/** The progress of a run. */
export interface RunProgress {
  readonly chunks: number;
  /** Records that handlers received, in completed chunks. */
  readonly records: number;
}

/** The log row of a run over all records. @contract C8.2 */
export interface RunLog {
  /** The key of the row; `null` for a resource without a log. */
  readonly key: Key | null;
  /** Records the progress in the transaction of a chunk, so that both are committed together. */
  advance(transaction: Transaction, progress: RunProgress): void;
  finish(): Promise<void>;
  fail(error: unknown): Promise<void>;
  /**
   * Deletes the row because the request ends in a 4xx. The rows of committed chunks remain, like
   * their changes.
   */
  withdraw(): Promise<void>;
}

/**
 * Logs what operations did. Changes of resources without a log are ignored.
 * @contract C8
 */
export abstract class ChangeLog {
  /** Writes one row per change, in the transaction of the changes. */
  abstract recordAll(
    transaction: Transaction,
    request: ResourceRequest,
    changes: readonly Change[],
  ): Promise<void>;

  /**
   * Returns the statements with which {@link recordAll} would log the changes, for a statement that
   * makes them itself; `null` if it also keeps files, which takes more than insertions.
   */
  abstract insertions(
    request: ResourceRequest,
    changes: readonly Change[],
  ): readonly Statement[] | null;

  /**
   * Returns the log row for statements that change the keys of a relation; `null` if the resource has
   * no log. The keys must be all that it takes to revert the change.
   */
  abstract ofKeys(
    request: ResourceRequest,
    change: Omit<Change, 'original' | 'changes'>,
    relation: string,
  ): PivotLog | null;

  /**
   * Writes the row of a failure in its own transaction. It never throws, since the calling code is
   * already reporting a failure.
   */
  abstract recordFailure(request: ResourceRequest, failure: FailedOperation): Promise<void>;

  /** Commits the row of a run, before the run begins. */
  abstract startRun(
    request: ResourceRequest,
    run: Pick<Change, 'name' | 'resource'>,
  ): Promise<RunLog>;

  /** Returns the row of a run that has begun, by its key. */
  abstract resumeRun(
    request: ResourceRequest,
    run: Pick<Change, 'name' | 'resource'>,
    key: Key | null,
  ): RunLog;

  /** Ends the row of a run as failed, when nothing more is known of it than the key of the row. */
  abstract failRun(key: Key | null, error: unknown): Promise<void>;

  /** Writes the row of a failure, but not of a rejection. @contract C8.2 */
  async recordIfFailed(request: ResourceRequest, failure: FailedOperation): Promise<void> {
    if (isFailure(failure.error)) await this.recordFailure(request, failure);
  }
}
