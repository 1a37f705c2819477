import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { Key } from '../../types/register.js';
import type { SqlPart } from '../sql/compose.js';

/** How the rest of a statement names the rows that it changes: `b` before, `a` after the change. */
export interface ChangedRows {
  /** The join of both, which contains only changed rows. */
  readonly from: string;
  /** The key of a record, as a string. */
  readonly key: string;
  /** The place of a record among the keys. */
  readonly place: string;
}

/**
 * Returns further parts of a `with`, and the select that ends the statement: of one row with the
 * lowest and the highest id of the log's rows.
 */
export type UpdateLogInsert = (rows: ChangedRows) => SqlPart;

/** The log of an update that the database writes in the same statement. */
export interface UpdateLog {
  /** The keys of all records of the update, in the order of their log rows. */
  readonly keys: readonly Key[];
  readonly insert: UpdateLogInsert;
  /** Receives the ids of the first and the last row. */
  readonly inserted: (first: unknown, last: unknown) => void;
}

/** An update of rows `m`, and the log that it is to write. */
export interface LoggedUpdate {
  /** Quoted. */
  readonly table: string;
  readonly key: CompiledColumn;
  readonly update: SqlPart;
  readonly log: UpdateLog;
}
