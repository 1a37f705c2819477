import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { SqlPart } from '../dialects/compose.js';
import type { ParentEnd, RelatedEnd } from './pivot-ends.js';
import type { PivotGroup } from './pivot-groups.js';

/** Pivot rows to write, whose ends have not been locked. */
export interface UnlockedPivots {
  readonly relation: PivotRelation;
  readonly parent: ParentEnd;
  readonly related: RelatedEnd;
  /** The versions in which a policy saw both ends. If one has changed, it counts as missing. */
  readonly versions: readonly string[] | null;
}

/** The keys that a statement adds or removes, as JSON lists of strings, or NULL for none. */
export interface ChangedKeys {
  readonly added: SqlPart;
  readonly removed: SqlPart;
}

/** Returns the insert of a log row that depends on what the statement changes. */
export type LogInsert = (keys: ChangedKeys) => SqlPart;

/** An attach as a single statement, which writes nothing if one of the ends is missing. */
export interface AttachStatement {
  /**
   * Attaches all records or none. Pairs that exist receive the values of the group. With `refuses`,
   * or without values, they prevent the write. Returns the rows, as `rowColumns` lists them.
   *
   * @param log `null` for none; only for {@link PivotStatements}
   */
  attach(
    pivots: UnlockedPivots,
    group: PivotGroup,
    refuses: boolean,
    log: LogInsert | null,
  ): SqlPart;
}

/**
 * Single statements that lock both ends of pivot rows, check that they are visible, write the rows,
 * and insert the row of the log. If an end is missing, nothing is written.
 *
 * The pivot rows must contain the keys of both records, and a unique index their pair. A statement
 * sees the rows that were there when it began: a pair that another request has attached since then
 * violates that index. Only {@link sync} must see all rows, so it follows {@link lock}.
 *
 * @contract C7.5
 */
export interface PivotStatements extends AttachStatement {
  /** Removes the pairs that exist. Returns one row: whether the parent is visible. */
  detach(pivots: UnlockedPivots, log: LogInsert | null): SqlPart;
  /** Locks both ends, so that the next statement sees what others have written before. */
  lock(pivots: UnlockedPivots): SqlPart;
  /**
   * Adds the group's pairs that are missing, and removes the other pairs whose record is visible.
   * Returns one row: whether both ends were found, and the {@link ChangedKeys}.
   */
  sync(pivots: UnlockedPivots, group: PivotGroup, log: LogInsert | null): SqlPart;
}
