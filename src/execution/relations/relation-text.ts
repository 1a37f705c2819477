import type { RelationPlan } from '../../planning/query-plan.js';
import type { Join } from '../../registry/compiled-resource.js';
import type { NodeParts } from '../statements/node-parts.js';

/** How a relation is read, by where its key lies. Each binds the parents' values first, then the scope's, then the limit. */
export interface RelationText<J extends Join> {
  /** The related rows of several parents; the parent's value ends each row. */
  ofMany(parts: NodeParts, join: J, plan: RelationPlan): string;
  /** The related rows of one parent: alike on every database, and cheaper than a list of one. */
  ofOne(parts: NodeParts, join: J, plan: RelationPlan): string;
}
