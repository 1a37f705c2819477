import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { DatabaseAdapter, Row, Statement } from '../connection/database.js';
import type { SqlPart } from '../dialects/compose.js';
import type { ParentEnd, RelatedEnd } from './pivot-ends.js';
import type { PivotGroup } from './pivot-groups.js';

/** The database, as far as pivot rows are written to it. */
export type PivotDatabase = Pick<DatabaseAdapter, 'query' | 'write' | 'transaction'>;

/** Pivot rows to write, whose ends have not been locked. */
export interface UnlockedPivots {
  readonly relation: PivotRelation;
  readonly parent: ParentEnd;
  readonly related: RelatedEnd;
  /** The versions in which a policy saw both ends. If one has changed, it counts as missing. */
  readonly versions: readonly string[] | null;
}

/** Keys of related records, as strings: those of the request in its order, then the others. */
export interface ChangedKeys {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** {@link ChangedKeys} in SQL: as JSON lists of strings, or NULL for none. */
export interface ChangedKeysSql {
  readonly added: SqlPart;
  readonly removed: SqlPart;
}

/** The log row of a change. Without changed keys there is no row. */
export interface PivotLog {
  /** Returns the insert for a statement that makes the change itself. */
  along(keys: ChangedKeysSql): SqlPart;
  /** Returns the inserts for a change that has been made. */
  after(keys: ChangedKeys): readonly Statement[];
}

/**
 * Writes pivot rows with as few statements as the database allows: they check that both ends are
 * visible, write the rows, and insert the row of the log. If an end is missing, nothing is written.
 *
 * The pivot rows must contain the keys of both records, and a unique index their pair.
 *
 * @contract C7.5
 */
export interface PivotStatements {
  /**
   * Attaches all records or none. Pairs that exist receive the values of the group. With `refuses`,
   * or without values, they prevent the write. Returns the rows, as `rowColumns` lists them.
   */
  attach(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    group: PivotGroup,
    refuses: boolean,
    log: PivotLog | null,
  ): Promise<readonly Row[]>;
  /** Removes the pairs that exist. Returns whether the parent is visible. */
  detach(database: PivotDatabase, pivots: UnlockedPivots, log: PivotLog | null): Promise<boolean>;
  /**
   * Adds the group's pairs that are missing, and removes the other pairs whose record is visible.
   * Returns `null` if an end is missing.
   */
  sync(
    database: PivotDatabase,
    pivots: UnlockedPivots,
    group: PivotGroup,
    log: PivotLog | null,
  ): Promise<ChangedKeys | null>;
}
