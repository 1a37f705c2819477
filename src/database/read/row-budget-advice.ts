import { maxPageSize, maxRecordsBelow, maxRecordsOf } from '../../pipeline/planning/max-records.js';
import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';

/** A relation whose parents were read. */
export interface CarriedLevel {
  readonly plan: RelationPlan;
  /** The number of its parents in the response, counting each copy. */
  readonly carried: number;
}

/** The state of reading a response that would be too large. */
export interface BudgetStanding {
  readonly main: NodePlan;
  /** The main records. */
  readonly records: number;
  /** The records above the level in the response. */
  readonly used: number;
  /** The shortest page of the relations above the level. */
  readonly shortest: number;
  /** The relations of the next level. */
  readonly level: readonly CarriedLevel[];
  /** The records that a request may load. */
  readonly max: number;
}

/** Returns what to request so that the response fits: the end of a sentence. @contract C12 */
export function adviceFor(standing: BudgetStanding): string {
  const [related, page] = [relatedFor(standing), pageFor(standing)];
  const advice = [
    ...(related > 0 ? [`relatablePerPage=${related} or less`] : []),
    ...(page > 0 ? [`perPage=${page} or less`] : []),
  ];
  return advice.join(', or ') || 'fewer relations';
}

/**
 * Returns the most related records per parent, one number for all relations, with which the whole
 * response fits; 0 if no number fits.
 */
function relatedFor(standing: BudgetStanding): number {
  let each = maxPageSize(standing.main) - 1;
  while (each > 0 && !fitsFromHere(standing, each) && !fitsFromTheTop(standing, each)) each -= 1;
  return Math.max(each, 0);
}

/**
 * If pages are not longer than those that were read, the number of records above the level does not
 * grow.
 */
function fitsFromHere({ used, shortest, level, max }: BudgetStanding, each: number): boolean {
  if (each > shortest) return false;
  return (
    level.reduce((sum, { plan, carried }) => sum + carried * maxRecordsOf(plan, each), used) <= max
  );
}

const fitsFromTheTop = ({ main, records, max }: BudgetStanding, each: number): boolean =>
  records * (1 + maxRecordsBelow(main, each)) <= max;

/**
 * Returns the most main records with which the requested response fits; 0 if no smaller page fits.
 */
function pageFor({ main, records, max }: BudgetStanding): number {
  const fitting = Math.floor(max / (1 + maxRecordsBelow(main)));
  return fitting < records ? fitting : 0;
}
