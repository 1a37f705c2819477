import { maxPageSize, maxRecordsBelow, maxRecordsOf } from '../planning/max-records.js';
import type { NodePlan, RelationPlan } from '../planning/query-plan.js';

/** A relation whose parents were read. */
export interface CarriedLevel {
  readonly plan: RelationPlan;
  /** Its parents, as often as the answer carries them. */
  readonly carried: number;
}

/** How far the reading of an answer has come that would be too large. */
export interface BudgetStanding {
  readonly main: NodePlan;
  /** The main records. */
  readonly records: number;
  /** Records that the answer carries above the level. */
  readonly used: number;
  /** The shortest page of the relations above the level. */
  readonly shortest: number;
  /** The relations that are next. */
  readonly level: readonly CarriedLevel[];
  /** The records that a request may load. */
  readonly max: number;
}

/** What to ask for so that the answer surely fits: the end of a sentence. @contract C12 */
export function adviceFor(standing: BudgetStanding): string {
  const [related, page] = [relatedFor(standing), pageFor(standing)];
  const advice = [
    ...(related > 0 ? [`relatablePerPage=${related} or less`] : []),
    ...(page > 0 ? [`perPage=${page} or less`] : []),
  ];
  return advice.join(', or ') || 'fewer relations';
}

/**
 * The most related entries a parent, one number for all relations, with which the whole answer
 * fits; 0 for none.
 */
function relatedFor(standing: BudgetStanding): number {
  let each = maxPageSize(standing.main) - 1;
  while (each > 0 && !fitsFromHere(standing, each) && !fitsFromTheTop(standing, each)) each -= 1;
  return Math.max(each, 0);
}

/** Pages that are no longer than those which were read leave no more above the level. */
function fitsFromHere({ used, shortest, level, max }: BudgetStanding, each: number): boolean {
  if (each > shortest) return false;
  return (
    level.reduce((sum, { plan, carried }) => sum + carried * maxRecordsOf(plan, each), used) <= max
  );
}

const fitsFromTheTop = ({ main, records, max }: BudgetStanding, each: number): boolean =>
  records * (1 + maxRecordsBelow(main, each)) <= max;

/**
 * The most main records with which the answer fits as it is asked for; 0 where there is no smaller
 * page.
 */
function pageFor({ main, records, max }: BudgetStanding): number {
  const fitting = Math.floor(max / (1 + maxRecordsBelow(main)));
  return fitting < records ? fitting : 0;
}
