import { searchesText } from '../../pipeline/authorization/resolved-condition.js';
import type { PagePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { ByteBudget } from './byte-budget.js';
import type { Row } from '../connection/database.js';
import { startEstimate, withEstimate } from './estimated-totals.js';
import { FilteredPages, orderOf } from './filtered-pages.js';
import type { Bounds } from './relation-loader.js';
import { SharedCounts } from './shared-counts.js';
import type { NodeStatements } from '../sql/node-statements.js';
import { UNWRITABLE } from '../values/marks.js';
import type { StatementRunner } from './statement-runner.js';

/** The rows of a page, and what follows them. */
export interface PageRows {
  readonly rows: readonly Row[];
  /** `null` where it was not counted. */
  readonly total: number | null;
  /** Whether the total is an estimate; `null` if none was asked for. */
  readonly isEstimated: boolean | null;
  readonly hasMore: boolean;
  /** The values of the page's order in its last row, for a page by a cursor that has rows. */
  readonly end: readonly unknown[] | null;
  /**
   * The relations that the database wrote: all that were planned, or none if it found a value that
   * it cannot write.
   */
  readonly nested: readonly RelationPlan[];
}

/**
 * Reads the rows of pages, and their totals.
 * @contract C5.4
 */
export class PageReader {
  private readonly counts: SharedCounts;
  private readonly filtered: FilteredPages;

  constructor(
    private readonly runner: StatementRunner,
    private readonly statements: NodeStatements,
  ) {
    this.counts = new SharedCounts(runner);
    this.filtered = new FilteredPages(runner, statements);
  }

  /**
   * Returns a page, and its total if it is counted.
   *
   * @throws RequestError `invalid_query` when `show` leaves rows out and too many would be read to
   * fill the page
   * @throws TooManyBytes, ReadSlotUnavailable
   */
  async read(plan: PagePlan, { filterFresh, budget, bytes }: Bounds): Promise<PageRows> {
    if (plan.filtered) {
      const { rows, hasMore } = await this.filtered.read(plan, {
        shows: filterFresh,
        max: budget.max,
        bytes,
      });
      return { rows, hasMore, end: endOf(rows, plan), nested: NONE_WRITTEN, ...UNCOUNTED };
    }
    if (plan.place.by !== 'number' || plan.place.total === 'none')
      return this.uncountedPage(plan, bytes);
    const { number, total } = plan.place;
    if (total === 'exact') return this.countedPage(plan, number, bytes);
    const estimating = startEstimate(plan, this.runner, this.statements, bytes);
    if (estimating) return this.estimatedPage(plan, number, estimating, bytes);
    return { ...(await this.countedPage(plan, number, bytes)), isEstimated: false };
  }

  private async estimatedPage(
    plan: PagePlan,
    number: number,
    estimating: Promise<number>,
    bytes: ByteBudget,
  ): Promise<PageRows> {
    const [page, estimated] = await Promise.all([this.uncountedPage(plan, bytes), estimating]);
    const count = async () => countOf(await this.counts.run(this.statements.count(plan), bytes));
    return withEstimate(page, (number - 1) * plan.size, estimated, count);
  }

  /** One row more than the page reveals whether another page follows. */
  private async uncountedPage(plan: PagePlan, bytes: ByteBudget): Promise<PageRows> {
    const rows = await this.runner.run(this.statements.page(plan, plan.size + 1), bytes);
    const shown = rows.slice(0, plan.size);
    const hasMore = rows.length > plan.size;
    const nested = writtenOf(plan, rows);
    return { rows: shown, hasMore, end: endOf(shown, plan), nested, ...UNCOUNTED };
  }

  /** Counts separately only if the page does not reveal the total. */
  private async countedPage(plan: PagePlan, number: number, bytes: ByteBudget): Promise<PageRows> {
    if (this.countsAlong(plan)) return this.pageThatCounts(plan, number, bytes);
    const [page, count] = [this.statements.page(plan), this.statements.count(plan)];
    if (!this.runner.dialect.runsBeside) {
      const rows = await this.runner.run(page, bytes);
      return pageRows(
        rows,
        totalOf(rows, number, plan.size) ?? countOf(await this.runner.run(count, bytes)),
        number,
        plan,
      );
    }
    const [rows, counted] = await Promise.all([
      this.runner.run(page, bytes),
      this.counts.run(count, bytes),
    ]);
    return pageRows(rows, countOf(counted), number, plan);
  }

  /** Whether the page statement also counts, so that a search reads every row only once. */
  private countsAlong({ parent, narrowing }: PagePlan): boolean {
    return this.runner.dialect.countsAlong && parent === null && searchesText(narrowing);
  }

  /** After the last page, no row contains the total. */
  private async pageThatCounts(
    plan: PagePlan,
    number: number,
    bytes: ByteBudget,
  ): Promise<PageRows> {
    const counted = await this.runner.run(this.statements.countedPage(plan), bytes);
    const rows = counted.map((row) => row.slice(0, -1));
    const [first] = counted;
    if (first) return pageRows(rows, Number(first.at(-1)), number, plan);
    const total =
      number === 1 ? 0 : countOf(await this.runner.run(this.statements.count(plan), bytes));
    return pageRows(rows, total, number, plan);
  }
}

const pageRows = (
  rows: readonly Row[],
  total: number,
  number: number,
  plan: PagePlan,
): PageRows => ({
  rows,
  total,
  isEstimated: null,
  hasMore: number * plan.size < total,
  end: null,
  nested: writtenOf(plan, rows),
});

const UNCOUNTED = { total: null, isEstimated: null };
const NONE_WRITTEN: readonly RelationPlan[] = [];

/** The JSON strings of nested relations are at the end of the rows. */
function writtenOf(
  { aggregated: nested }: PagePlan,
  rows: readonly Row[],
): readonly RelationPlan[] {
  if (nested.length === 0) return nested;
  const isWhole = (row: Row) =>
    !row.slice(-nested.length).some((json) => (json as string).includes(UNWRITABLE));
  return rows.every(isWhole) ? nested : NONE_WRITTEN;
}

/**
 * Returns the total if the page reveals it: a page that is neither empty nor full is the last one.
 */
function totalOf(rows: readonly Row[], number: number, size: number): number | null {
  const isLast = rows.length < size && (rows.length > 0 || number === 1);
  return isLast ? (number - 1) * size + rows.length : null;
}

/** Returns the values of the order in a page's last row. */
function endOf(rows: readonly Row[], plan: PagePlan): readonly unknown[] | null {
  const last = rows.at(-1);
  return plan.place.by === 'cursor' && last ? orderOf(last, plan) : null;
}

const countOf = ([row]: readonly Row[]): number => Number(row![0]);
