import type { ResourceRequest } from '../../types/register.js';
import type { Transaction } from '../../execution/database/database.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';

/** What an operation did to one record. @contract C8.1 */
export interface Change {
  /** `Stored`, `Updated`, `Deleted`, `Attached`, `Detached`, `Synced`, or an action's uriKey. */
  readonly name: string;
  readonly resource: CompiledResource;
  readonly key: string | number | null;
  /**
   * Field -> its value before, as the entity holds it; of a relation: its key -> the keys removed.
   */
  readonly original: Readonly<Record<string, unknown>>;
  /** Field -> its value now; of a relation: its key -> the keys added or updated. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** An operation that failed while it was carried out. */
export interface FailedOperation extends Pick<Change, 'name' | 'resource' | 'key'> {
  readonly error: unknown;
}

/** How far a run has come. */
export interface RunProgress {
  readonly chunks: number;
  /** Records that handlers were given, in chunks that are done. */
  readonly records: number;
}

/** The one row that tells of a run over all records. @contract C8.2 */
export interface RunLog {
  /**
   * Tells how far the run has come, in the transaction of its chunk: what it tells is committed
   * with the chunk.
   */
  advance(transaction: Transaction, progress: RunProgress): void;
  finish(): Promise<void>;
  fail(error: unknown): Promise<void>;
  /**
   * Deletes the row: the request ends in a 4xx. The rows of chunks that are committed stay with
   * their changes.
   */
  withdraw(): Promise<void>;
}

/**
 * Is told what operations did. What concerns resources that keep no log is passed over.
 * @contract C8
 */
export abstract class ChangeLog {
  /** Keeps a row for each change, in the transaction of the changes. */
  abstract recordAll(
    transaction: Transaction,
    request: ResourceRequest,
    changes: readonly Change[],
  ): Promise<void>;

  /**
   * Keeps a row about a failure, in a transaction of its own. It never fails: its caller tells of a
   * failure already.
   */
  abstract recordFailure(request: ResourceRequest, failure: FailedOperation): Promise<void>;

  /** Commits the row of a run, before the run begins. */
  abstract startRun(
    request: ResourceRequest,
    run: Pick<Change, 'name' | 'resource'>,
  ): Promise<RunLog>;

  record(transaction: Transaction, request: ResourceRequest, change: Change): Promise<void> {
    return this.recordAll(transaction, request, [change]);
  }
}
