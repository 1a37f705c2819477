import type { Row } from '../execution/database/database.js';
import { keyOf } from '../execution/loaded.js';
import type { RelationPlan } from '../planning/query-plan.js';

/** The way from the main record down to a record: which record was left by which relation. */
export type Step = {
  readonly plan: RelationPlan;
  readonly parent: Row;
  readonly above: Step;
} | null;

/** The main record has nothing above it. */
export const TOP: Step = null;

/** Was this very record left by this very relation further up? @contract C5.3 */
export function isOwnAncestor(record: Row, { relation }: RelationPlan, above: Step): boolean {
  for (let step = above; step !== null; step = step.above) {
    if (step.plan.relation === relation && keyOf(step.parent) === keyOf(record)) return true;
  }
  return false;
}
