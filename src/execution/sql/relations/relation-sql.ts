import type { CompiledColumn, Join } from '../../../registry/compiled-resource.js';
import type { NodeParts } from '../node-sql.js';

/** How related rows are read, by where the relation's key lies. */
export interface RelationSql<J extends Join> {
  /** Does a parent have at most one related row, so that nothing orders and limits them? */
  readonly isOne: boolean;
  /** The column that is compared with the parents' values. */
  column(join: J): CompiledColumn;
  /**
   * The related rows of several parents; the parent's value ends each row. Binds the list of the
   * parents' values, then the values of the node, then the limit.
   */
  ofMany(parts: NodeParts, join: J): string;
  /**
   * Where the related rows `t` of one parent lie: alike on every database, and cheaper than a list
   * of one.
   */
  ofOne(parts: NodeParts, join: J): RelatedRows;
}

/** The related rows of one parent, as pieces of a statement. */
export interface RelatedRows {
  readonly from: string;
  /** What ties them to the parent, whose value is bound. */
  readonly link: string;
  /** `, key desc` where several links may lead to one row, or empty. */
  readonly tieBreakers: string;
}
