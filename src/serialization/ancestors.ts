import type { Row } from '../database/connection/database.js';
import { rowKey } from '../database/read/loaded.js';
import type { RelationPlan } from '../pipeline/planning/query-plan.js';

/**
 * A step on the path from the main record to a record: the parent and the relation that was
 * followed.
 */
export type Step = {
  readonly plan: RelationPlan;
  readonly parent: Row;
  readonly above: Step;
} | null;

/** The main record has nothing above it. */
export const TOP: Step = null;

/** Whether the path already contains this record followed by this relation. @contract C5.3 */
export function isOwnAncestor(record: Row, { relation }: RelationPlan, above: Step): boolean {
  for (let step = above; step !== null; step = step.above) {
    if (step.plan.relation === relation && rowKey(step.parent) === rowKey(record)) return true;
  }
  return false;
}
