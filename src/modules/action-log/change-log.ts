import type { ResourceRequest } from '../../types/register.js';
import type { Transaction } from '../../execution/database/database.js';
import type { LogInsert } from '../../execution/pivots/pivot-statements.js';
import type { UpdateLogInsert } from '../../execution/writes/logged-update.js';
import type { RowLogInsert } from '../../execution/writes/record-statements.js';
import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';
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

/** The rows of a log that an update writes itself. */
export interface UpdateRows {
  readonly insert: UpdateLogInsert;
  /** Deletes the rows again, because a later write changes what they must contain. */
  withdraw(transaction: Transaction, ids: readonly [first: unknown, last: unknown]): Promise<void>;
}

/** Which single writes can insert the row of their log themselves. */
export interface InsertableChanges {
  /** The database can write all values of a row, as for a store or a delete. */
  readonly whole: boolean;
  /** No files must be kept with the row. */
  readonly changed: boolean;
}

/** The progress of a run. */
export interface RunProgress {
  readonly chunks: number;
  /** Records that handlers received, in completed chunks. */
  readonly records: number;
}

/** The log row of a run over all records. @contract C8.2 */
export interface RunLog {
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
   * Returns the insert of the row for a statement that itself changes the keys of a relation;
   * `null` if the resource has no log. The keys must be all that it takes to revert the change.
   */
  abstract insertOf(
    request: ResourceRequest,
    change: Omit<Change, 'original' | 'changes'>,
    relation: string,
  ): LogInsert | null;

  /** Whether the statements of single writes can insert the row of the log, if there is one. */
  abstract canInsert(resource: CompiledResource): InsertableChanges;

  /**
   * Returns the insert of the row for the statement that stores or deletes the record; `null` if
   * the resource has no log. Only if {@link canInsert}.
   *
   * @param columns those that the log row contains
   */
  abstract insertOfRow(
    request: ResourceRequest,
    change: { readonly name: 'Stored' | 'Deleted'; readonly resource: CompiledResource },
    columns: readonly CompiledColumn[],
  ): RowLogInsert | null;

  /**
   * Returns the insert of the row for the statement that makes the change; `null` if the resource
   * has no log. Only if {@link canInsert}.
   */
  abstract insertOfChange(request: ResourceRequest, change: Change): RowLogInsert | null;

  /**
   * Returns the insert of the row for the statement that updates a record which the service has not
   * read: of those columns that differ between the row `b` before and `a` after it. `null` if the
   * resource has no log; `impossible` if only the service can write it.
   *
   * @param columns those that the update sets
   */
  abstract insertOfDifferences(
    request: ResourceRequest,
    resource: CompiledResource,
    columns: readonly CompiledColumn[],
  ): RowLogInsert | null | 'impossible';

  /**
   * Returns the log of an update that writes its own rows; `null` if the service must write them,
   * because the resource has no log, or the database cannot write the values of these columns.
   *
   * @param columns all records change exactly these
   */
  abstract logOfUpdate(
    request: ResourceRequest,
    change: Pick<Change, 'name' | 'resource'>,
    columns: readonly CompiledColumn[],
  ): UpdateRows | null;

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

  /** Writes the row of a failure, but not of a rejection. @contract C8.2 */
  async recordIfFailed(request: ResourceRequest, failure: FailedOperation): Promise<void> {
    if (isFailure(failure.error)) await this.recordFailure(request, failure);
  }

  record(transaction: Transaction, request: ResourceRequest, change: Change): Promise<void> {
    return this.recordAll(transaction, request, [change]);
  }
}
