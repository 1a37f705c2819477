import { invalidQuery, type RequestError } from '../errors/index.js';
import type { NodePlan, RelationPlan } from '../planning/query-plan.js';
import { adviceFor, type CarriedLevel } from './row-budget-advice.js';

/**
 * A relation about to be read for so many parents, each of which the answer may carry several
 * times.
 */
export interface PlannedLevel extends CarriedLevel {
  readonly parents: number;
}

/**
 * The records that one request may still load, counted level by level with the parents really
 * loaded.
 * @contract C12
 */
export class RowBudget {
  private used = 0;
  private main: { readonly plan: NodePlan; readonly records: number } | null = null;
  /** The level under way, and what was there before it. */
  private level: readonly PlannedLevel[] = [];
  private usedBefore = 0;
  private minPageSize = Infinity;

  /** @param isPaged may the caller ask for shorter pages? Actions take all that they include. */
  constructor(
    readonly max: number,
    private readonly isPaged = true,
  ) {}

  /** Takes the main records. */
  begin(plan: NodePlan, records: number): void {
    this.main = { plan, records };
    this.used += records;
  }

  /**
   * Takes the records of a level as often as the answer carries them: few records that many share
   * are many in it.
   *
   * @throws RequestError `invalid_query` when they pass the budget
   */
  carry({ relation }: RelationPlan, records: number): void {
    this.used += records;
    if (this.used <= this.max) return;
    throw this.refusal(
      `"${relation.key}" would be answered with ${records} records, those that are shared counted each time. ` +
        `With them the answer holds ${this.used}; a request may load ${this.max}.`,
    );
  }

  /** Could all of these be loaded? */
  fits(level: readonly Omit<PlannedLevel, 'carried'>[]): boolean {
    return (
      level.reduce((sum, { plan, parents }) => sum + parents * plan.limit, this.used) <= this.max
    );
  }

  /** @throws RequestError `invalid_query` before a level runs that could pass the budget */
  admit(level: readonly PlannedLevel[]): void {
    for (const { plan } of this.level)
      if (plan.relation.many) this.minPageSize = Math.min(this.minPageSize, plan.limit);
    this.level = level;
    this.usedBefore = this.used;
    let left = this.max - this.used;
    for (const { plan, parents } of level) {
      const records = parents * plan.limit;
      if (records > left) throw this.tooMany(plan, parents, left);
      left -= records;
    }
  }

  private tooMany({ limit, relation }: RelationPlan, parents: number, left: number): RequestError {
    return this.refusal(
      `"${relation.key}" could load ${parents * limit} records: ${parents} ${parents === 1 ? 'parent' : 'parents'}, ${limit} each. ` +
        `Of the ${this.max} that a request may load, ${left} are left.`,
    );
  }

  private refusal(text: string): RequestError {
    return invalidQuery(
      'include',
      `${text} Ask for ${this.isPaged ? this.advice() : 'fewer relations'}.`,
    );
  }

  private advice(): string {
    const { plan, records } = this.main!;
    const { usedBefore: used, minPageSize: shortest, level, max } = this;
    return adviceFor({ main: plan, records, used, shortest, level, max });
  }
}
