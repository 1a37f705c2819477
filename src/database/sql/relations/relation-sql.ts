import type { CompiledColumn, Join } from '../../../registry/resources/compiled-resource.js';
import type { NodeParts } from '../parts/node-sql.js';

/** How related rows are read, depending on where the relation's key is. */
export interface RelationSql<J extends Join> {
  /** Whether a parent has at most one related row, without an order and a limit. */
  readonly isOne: boolean;
  /** Returns the column that is compared with the parents' values. */
  column(join: J): CompiledColumn;
  /**
   * Returns the statement for the related rows of several parents. Each row ends with the parent's
   * value. Binds the list of the parents' values, then the values of the node, then the limit.
   */
  ofMany(parts: NodeParts, join: J): string;
  /**
   * Returns the tables of the related rows `t` of one parent: alike on every database, and cheaper
   * than a list with one value.
   */
  ofOne(parts: NodeParts, join: J): RelatedRows;
}

/** The related rows of one parent, as pieces of a statement. */
export interface RelatedRows {
  readonly from: string;
  /** The condition that joins them to the parent, whose value is bound. */
  readonly link: string;
  /** `, key desc` if several pivot rows may lead to one row, or empty. */
  readonly tieBreakers: string;
}
