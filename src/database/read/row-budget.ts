import { invalidQuery, type RequestError } from '../../base/errors/index.js';
import { waysToAskForLess } from '../../pipeline/planning/max-records.js';
import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';

/** A relation that will be read for a number of parents. */
export interface PlannedLevel {
  readonly plan: RelationPlan;
  readonly parents: number;
}

/**
 * The records that one request may still load, counted level by level with the parents that were
 * loaded.
 * @contract C12
 */
export class RowBudget {
  private used = 0;
  private main: NodePlan | null = null;

  /**
   * @param isPaged whether the caller can request shorter pages; actions load everything that they
   * include
   */
  constructor(
    readonly max: number,
    private readonly isPaged = true,
  ) {}

  /** Counts the main records. */
  begin(plan: NodePlan, records: number): void {
    this.main = plan;
    this.used += records;
  }

  /**
   * Counts the records of a level as often as the response contains them: a few records that many
   * parents share are many in the response.
   *
   * @throws RequestError `invalid_query` when they exceed the budget
   */
  carry({ relation }: RelationPlan, records: number): void {
    this.used += records;
    if (this.used <= this.max) return;
    throw this.refusal(
      `"${relation.key}" would add ${records} records to the response; shared records count each time. ` +
        `The response would contain ${this.used} records; a request may load ${this.max}.`,
    );
  }

  /** Whether all of these can be loaded. */
  fits(level: readonly PlannedLevel[]): boolean {
    return (
      level.reduce((sum, { plan, parents }) => sum + parents * plan.limit, this.used) <= this.max
    );
  }

  /** @throws RequestError `invalid_query` before a level runs that could exceed the budget */
  admit(level: readonly PlannedLevel[]): void {
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

  private refusal(reason: string): RequestError {
    const ways = this.isPaged
      ? waysToAskForLess(this.main!, 'relations')
      : 'Ask for fewer relations.';
    return invalidQuery('include', `${reason} ${ways}`);
  }
}
