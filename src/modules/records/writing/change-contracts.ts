import type { Row, Statement } from '../../../database/connection/database.js';
import type { ExactRow } from '../../../database/write/exact-rows.js';
import {
  PLAINLY,
  type ColumnValues,
  type UpdateTerms,
} from '../../../database/write/record-writer.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import type { GivenFiles } from './record-images.js';

/** A write that may restore values which the record had before. */
interface Restorable {
  /**
   * Columns as the database had them. They are written instead of the values, which are for hooks
   * and the log; hooks run, but change nothing.
   */
  readonly restored?: ExactRow;
}

/** A record to store: the values of its columns, and files for its image columns. */
export interface RecordToStore extends Restorable {
  readonly values: ColumnValues;
  readonly files?: GivenFiles;
}

/** A record as the statement returned it that has written it. */
export interface Returnable {
  /**
   * All columns of its table and what was asked for; `null` if it must be read, since the database
   * does not return rows, or something may have changed it since.
   */
  readonly returned: Row | null;
}

/** A stored record, and the columns that were given. */
export interface StoredRecord extends Returnable {
  readonly record: object;
  readonly given: readonly CompiledColumn[];
}

/** A record to update, its state when it was read, and the new values of its columns. */
export interface RecordToUpdate extends Restorable {
  /** Receives the written values. */
  readonly record: object;
  readonly before: object;
  readonly values: ColumnValues;
  readonly files?: GivenFiles;
  /** The record as the database has it, if it was read for a revert. */
  readonly row?: ExactRow | null;
}

/** How records are written. */
export interface ChangeTerms extends Omit<UpdateTerms, 'isLast'> {
  /**
   * Whether nothing follows the statement that writes a single record: these values, which hooks may
   * have changed, in place of those that an updated record had before.
   */
  readonly isLast: (values: ColumnValues, before: object | null) => boolean;
  /**
   * Returns the insertions that log the change of a single record, so that its statement makes
   * them; `null` if the log must be written by itself. Absent for other terms.
   */
  readonly logOf?: (change: UpdatedRecord) => readonly Statement[] | null;
}

/** The terms of a write that others follow. */
export const IN_BETWEEN: ChangeTerms = { ...PLAINLY, isLast: () => false };

/** An updated record, and the columns that changed, if any. */
export interface UpdatedRecord extends Returnable {
  readonly record: object;
  readonly before: object;
  readonly changed: ColumnValues;
  /**
   * The columns that were written, and perhaps others, as the database had them before; `null`
   * unless its changes can be reverted.
   */
  readonly row: ExactRow | null;
  /** Whether the statement that wrote the record has also written its log. */
  readonly isLogged: boolean;
}
