import { invalidQuery, type RequestError } from '../../base/errors/index.js';
import { offsetOf } from '../../pipeline/planning/plan-page.js';
import type { PagePlan } from '../../pipeline/planning/query-plan.js';
import type { ByteBudget } from './byte-budget.js';
import type { Row } from '../connection/database.js';
import type { RowFilter } from './relation-loader.js';
import type { StatementRunner } from './statement-runner.js';
import type { NodeStatements } from '../sql/node-statements.js';

/** The most rows that one statement reads: whole rows, and rows with only the policy's columns. */
const MAX_PAGE = 1_000;
const MAX_SKIP = 5_000;

/** The filter and the limits for reading a page. */
export interface PageFilter {
  readonly shows: RowFilter;
  /** Rows that one page may read, including those that are left out. @contract C12 */
  readonly max: number;
  readonly bytes: ByteBudget;
}

/** The rows of a page, and whether another one follows. */
export interface FilteredRows {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Reads pages of a resource whose policy decides on each record: rows that `show` refuses are left
 * out before the page is cut, and further rows are read in their place. Each statement starts after
 * the last row of the previous one, by the values of the order, and reads twice as many rows, so
 * that a page needs one statement if nothing is refused.
 *
 * Pages count visible records only, so the rows before a numbered page are also read, with only the
 * columns that the policy needs. With the default budget of 50,000 rows a page needs at most 70
 * statements.
 *
 * @contract C4.4
 */
export class FilteredPages {
  constructor(
    private readonly runner: StatementRunner,
    private readonly statements: NodeStatements,
  ) {}

  /**
   * The rows end with the values of their order.
   *
   * @throws RequestError `invalid_query` when the page would read more rows than the budget allows
   */
  async read(plan: PagePlan, filter: PageFilter): Promise<FilteredRows> {
    const reading = new Reading(plan, filter);
    const start = await this.startOf(plan, reading);
    if (start === 'end') return { rows: [], hasMore: false };
    const rows = await this.visible({ ...plan, place: start }, plan.size + 1, MAX_PAGE, reading);
    return { rows: rows.slice(0, plan.size), hasMore: rows.length > plan.size };
  }

  /**
   * Returns where the page starts, or `end` if there are too few visible rows before it for its
   * number.
   */
  private async startOf(plan: PagePlan, reading: Reading): Promise<AfterRow | 'end'> {
    const { place } = plan;
    if (place.by === 'cursor') return place;
    const skipped = offsetOf(plan);
    if (skipped === 0) return FIRST;
    if (skipped >= reading.left) throw reading.refusal();
    // Skipped rows are only read for the policy.
    const slim = { ...plan, select: plan.policyColumns, place: FIRST };
    const rows = await this.visible(slim, skipped, MAX_SKIP, reading);
    return rows.length < skipped ? 'end' : { by: 'cursor', after: orderOf(rows.at(-1)!, slim) };
  }

  /** Returns the next visible rows: `wanted` rows, or all remaining ones. */
  private async visible(
    plan: PagePlan & { readonly place: AfterRow },
    wanted: number,
    longest: number,
    reading: Reading,
  ): Promise<readonly Row[]> {
    const visible: Row[] = [];
    let { place } = plan;
    for (let size = Math.min(wanted, longest); ; size = Math.min(size * 2, longest)) {
      const length = reading.take(size);
      const rows = await this.runner.run(
        this.statements.page({ ...plan, place, size: length }),
        reading.filter.bytes,
      );
      const shown = await reading.filter.shows(plan, rows);
      for (const [at, row] of rows.entries()) if (shown[at]) visible.push(row);
      if (visible.length >= wanted || rows.length < length) return visible.slice(0, wanted);
      place = { by: 'cursor', after: orderOf(rows.at(-1)!, plan) };
    }
  }
}

type AfterRow = Extract<PagePlan['place'], { by: 'cursor' }>;

const FIRST: AfterRow = { by: 'cursor', after: null };

/**
 * Returns the values of the order: they follow the row's own columns and those of its pivot row.
 */
export const orderOf = (row: Row, { select, pivots }: PagePlan): readonly unknown[] =>
  row.slice(select.length + pivots.length);

/** The rows that one page has read. */
class Reading {
  private used = 0;

  constructor(
    private readonly plan: PagePlan,
    readonly filter: PageFilter,
  ) {}

  get left(): number {
    return this.filter.max - this.used;
  }

  /**
   * Returns how many of these rows may be read. @throws RequestError `invalid_query` if none may
   */
  take(rows: number): number {
    if (this.left <= 0) throw this.refusal();
    const taken = Math.min(rows, this.left);
    this.used += taken;
    return taken;
  }

  /** The message contains limits and the request, but nothing that was read. */
  refusal(): RequestError {
    const { plan, filter } = this;
    const isNumbered = plan.place.by === 'number';
    const why =
      `The policy of ${plan.resource.key} decides on each record, so a page reads all records up to its end, ` +
      `and at most ${filter.max}.`;
    const advice = isNumbered
      ? 'Use "cursor" in place of page numbers, or narrow the records with a filter or a search.'
      : 'Narrow the records with a filter or a search.';
    return invalidQuery(
      isNumbered ? 'page' : 'cursor',
      `This page is out of reach. ${why} ${advice}`,
    );
  }
}
