import { isEstimable } from '../../pipeline/planning/estimable.js';
import type { PagePlan } from '../../pipeline/planning/query-plan.js';
import type { NodeStatements } from '../sql/node-statements.js';
import type { ByteBudget } from './byte-budget.js';
import type { PageRows } from './page-reader.js';
import type { StatementRunner } from './statement-runner.js';

/** Totals below are counted: an estimate of few rows is often wrong, and counting them is cheap. */
const LEAST_ESTIMATE = 10_000;

/** Starts to estimate the rows of all pages; returns `null` if they have to be counted. */
export function startEstimate(
  plan: PagePlan,
  runner: StatementRunner,
  statements: NodeStatements,
  bytes: ByteBudget,
): Promise<number> | null {
  const { estimate } = runner.dialect.explain;
  if (!estimate || !isEstimable(plan)) return null;
  return runner.run(statements.estimate(plan), bytes).then(estimate);
}

/**
 * Returns a page with its total: exact where counting is cheap, or the page reveals it. Otherwise
 * the total is the estimate, moved to agree with the page.
 *
 * @param page without a total
 * @param before how many rows the pages before it have
 * @param count counts the rows of all pages
 */
export async function withEstimate(
  page: PageRows,
  before: number,
  estimated: number,
  count: () => Promise<number>,
): Promise<PageRows> {
  const seen = before + page.rows.length;
  const isLast = !page.hasMore && (page.rows.length > 0 || before === 0);
  if (isLast) return { ...page, total: seen, isEstimated: false };
  if (estimated < LEAST_ESTIMATE) return { ...page, total: await count(), isEstimated: false };
  const total = page.hasMore ? Math.max(estimated, seen + 1) : Math.min(estimated, before);
  return { ...page, total, isEstimated: true };
}
