import type { Join } from '../../registry/compiled-resource.js';
import type { NodeParts } from '../statements/node-parts.js';

/**
 * How a relation is read, by where its key lies. Each binds the parents' values first, then those
 * of its parts, then the limit.
 */
export interface RelationText<J extends Join> {
  /** The related rows of several parents; the parent's value ends each row. */
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
  /**
   * `, key desc` where several links may lead to one row; `null` where there is one row at most,
   * which needs no order.
   */
  readonly ties: string | null;
}
