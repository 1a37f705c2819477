import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import type { Key } from '../../types/register.js';
import type { Row } from '../database/database.js';
import type { SqlPart } from '../sql/compose.js';
import type { ColumnValues, WriteTarget } from './record-writer.js';

/** A row to store. */
export interface RowToStore extends WriteTarget {
  /** With the generated values. */
  readonly values: ColumnValues;
  /** The rows that the caller may see. */
  readonly scope: ResolvedCondition;
}

/** A row to change. */
export interface RowToChange extends RowToStore {
  readonly key: Key;
  /** The version in which the caller's code has read the row, as {@link Dialect.rowVersion}. */
  readonly version: string;
  /** The rows that the caller may change. */
  readonly changeable: ResolvedCondition;
}

/** A row to change that no code has read. */
export interface UnreadRow extends Omit<RowToChange, 'version'> {
  /** The given columns, with values that databases store exactly. */
  readonly compared: readonly CompiledColumn[];
  /** The most bytes that the changed row may contain. */
  readonly maxBytes: number;
}

/** A row to delete. */
export interface RowToDelete extends WriteTarget {
  readonly key: Key;
  /** As for {@link RowToChange}; `null` if no code has read the row. */
  readonly version: string | null;
  /** The rows that the caller may delete. */
  readonly changeable: ResolvedCondition;
}

/** How the rest of a statement names the row `a` that it has written. */
export interface StatementRow {
  readonly from: string;
  /** The key, as a string. */
  readonly key: string;
}

/** Returns further parts of a `with`, which insert the row of the log: `, name as (…)`. */
export type RowLogInsert = (row: StatementRow) => SqlPart;

/** The row that a statement has written. */
export interface WrittenRow {
  /** The values of all columns, in the order of the table. */
  readonly row: Row;
  /** As {@link versionSql}. */
  readonly version: unknown;
  readonly isVisible: boolean;
}

/**
 * Single statements that write a row and its log. They return one row: all columns, the version,
 * and whether the caller may see it; {@link RecordStatements.read} reads it.
 *
 * Only for tables without triggers of their own: the statement returns a row before they run.
 */
export interface RecordStatements {
  store(row: RowToStore, log: RowLogInsert | null): SqlPart;
  /**
   * Fails like a write that breaks a constraint if the row is not there in this version, so that
   * the transaction is rolled back. Without values, only checks that it is.
   */
  update(row: RowToChange, log: RowLogInsert | null): SqlPart;
  /**
   * Like {@link update}, for the current version. Also fails if no compared column changes, or if
   * the row is too large. The log reads the row before the change as `b`.
   */
  updateUnread(row: UnreadRow, log: RowLogInsert | null): SqlPart;
  /** Like {@link update}; returns the deleted row. */
  delete(row: RowToDelete, log: RowLogInsert | null): SqlPart;
  read(target: WriteTarget, row: Row): WrittenRow;
  /** Returns the statement that returns a row if the table has triggers. */
  triggers(target: WriteTarget): SqlPart;
}
