import { canEstimate } from '../planning/can-estimate.js';
import type { PageCount, PagePlan } from '../planning/query-plan.js';
import type { ByteBudget } from './byte-budget.js';
import type { SharedCounts } from './shared-counts.js';
import type { NodeStatements } from './sql/node-statements.js';
import type { StatementRunner } from './statement-runner.js';

/** A total, and what it is. */
export interface PageTotal {
  readonly total: number;
  readonly totalIs: 'exact' | 'estimated' | 'more_than';
}

/** Counted rows in place of an estimate that the database does not have. */
const COUNTED_INSTEAD = 10_000;

/** How the total is counted, if it need not be exact. */
export type RoughCount = Exclude<PageCount, 'exact' | 'none'>;

/** Reads totals that need not be exact. @contract C3.1 */
export class PageTotals {
  constructor(
    private readonly runner: StatementRunner,
    private readonly statements: NodeStatements,
    private readonly counts: SharedCounts,
  ) {}

  /** Returns the database's estimate, or what was counted up to a number. */
  async read(plan: PagePlan, count: RoughCount, bytes: ByteBudget): Promise<PageTotal> {
    if (count !== 'estimated') return this.countUpTo(plan, count, bytes);
    const estimate = await this.estimate(plan, bytes);
    return estimate === null
      ? this.countUpTo(plan, COUNTED_INSTEAD, bytes)
      : { total: Math.max(0, Math.round(estimate)), totalIs: 'estimated' };
  }

  private async countUpTo(plan: PagePlan, max: number, bytes: ByteBudget): Promise<PageTotal> {
    const [row] = await this.counts.run(this.statements.countUpTo(plan, max + 1), bytes);
    return atMost(Number(row![0]), max);
  }

  private async estimate(plan: PagePlan, bytes: ByteBudget): Promise<number | null> {
    const { estimates } = this.runner.dialect;
    if (!canEstimate(plan, estimates.ofTables) || !(await this.areAvailable())) return null;
    const [row] = await this.counts.run(this.statements.estimate(plan), bytes);
    return row ? estimates.read(row[0]) : null;
  }

  private async areAvailable(): Promise<boolean> {
    const { available } = this.runner.dialect.estimates;
    if (available === null) return true;
    const rows = await this.runner.run(ofOneRow(available));
    return rows.length > 0;
  }
}

const ofOneRow = (sql: string) => ({ sql, values: [], types: [], nested: 0, rows: 1 });

/** Returns a total that was counted up to one more than a number. */
export const atMost = (counted: number, max: number): PageTotal =>
  counted > max ? { total: max, totalIs: 'more_than' } : { total: counted, totalIs: 'exact' };

/** Returns an estimate that does not contradict the rows that a page has read. */
export function fitToPage({ total, totalIs }: PageTotal, before: number, rows: number): PageTotal {
  if (totalIs !== 'estimated') return { total, totalIs };
  return { total: rows > 0 ? Math.max(total, before + rows) : Math.min(total, before), totalIs };
}
