import { invalidQuery } from '../errors/index.js';
import type { RelationPlan } from '../planning/query-plan.js';

/** A relation about to be read for so many parents. */
export interface PlannedLevel {
  readonly plan: RelationPlan;
  readonly parents: number;
}

/** The records that one request may still load, counted level by level with the parents really loaded. @contract C12 */
export class RowBudget {
  private used = 0;
  /** The main records, which are taken first; `null` before that. */
  private main: number | null = null;

  constructor(private readonly most: number) {}

  /** Takes what was really loaded. */
  spend(records: number): void {
    this.main ??= records;
    this.used += records;
  }

  /**
   * Takes the records of a level as often as the answer carries them: few records that many share are many in it.
   *
   * @throws RequestError `invalid_query` when they pass the budget
   */
  carry({ relation }: RelationPlan, records: number): void {
    this.spend(records);
    if (this.used <= this.most) return;
    throw invalidQuery(
      'include',
      `"${relation.key}" would be answered with ${records} records, those that are shared counted each time. ` +
        `With them the answer holds ${this.used}; a request may load ${this.most}. Ask for ${this.smaller(this.used)}, or fewer levels.`,
    );
  }

  /** Could all of these be loaded? */
  fits(level: readonly PlannedLevel[]): boolean {
    return level.reduce((sum, { plan, parents }) => sum + parents * plan.limit, this.used) <= this.most;
  }

  /** @throws RequestError `invalid_query` before a level runs that could pass the budget */
  admit(level: readonly PlannedLevel[]): void {
    let left = this.most - this.used;
    for (const { plan, parents } of level) {
      if (parents * plan.limit > left) throw this.refusal(plan, parents, left);
      left -= parents * plan.limit;
    }
  }

  /** A page of which as much would be loaded as may be, if its records are alike. */
  private smaller(records: number): string {
    const fitting = Math.floor(((this.main ?? 0) * this.most) / records);
    return fitting > 0 ? `perPage=${fitting} or less` : 'fewer records a page';
  }

  private refusal({ limit, relation }: RelationPlan, parents: number, left: number) {
    const fitting = Math.floor(left / parents);
    const advice =
      relation.many && fitting > 0
        ? `relatablePerPage=${fitting} or less, or fewer records a page`
        : this.smaller(this.used + parents * limit);
    return invalidQuery(
      'include',
      `"${relation.key}" could load ${parents * limit} records: ${parents} ${parents === 1 ? 'parent' : 'parents'}, ${limit} each. ` +
        `Of the ${this.most} that a request may load, ${left} are left. Ask for ${advice}.`,
    );
  }
}
