import { searchesText } from '../authorization/resolved-condition.js';
import { separateRelations, type CanAggregateColumn } from '../planning/plan-json-aggregation.js';
import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../planning/query-plan.js';
import type { Database, Row, Transaction } from './database/database.js';
import { dialects, type Dialect } from './dialects/index.js';
import { serializedCountOf, countCopies } from './count-copies.js';
import type { LoadedNode, LoadedRelation } from './loaded.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';
import { UNWRITABLE } from './sql/marks.js';
import { FilteredPages, orderOf } from './filtered-pages.js';
import {
  groupsOf,
  fetchLimitOf,
  RelationLoader,
  type Bounds,
  type RowsByParent,
} from './relation-loader.js';
import type { ByteBudget } from './byte-budget.js';
import { measuredColumns, measuring } from './dialects/measuring.js';
import type { RowBudget } from './row-budget.js';
import { SharedCounts } from './shared-counts.js';
import { StatementRunner } from './statement-runner.js';
import { NodeStatements } from './sql/node-statements.js';

/** A record, and the rows of its relations where they came along with it. */
export interface FoundRecord {
  readonly row: Row;
  readonly related: readonly RowsByParent[] | null;
}

/** How many records and bytes a request may load. */
export type Budgets = Pick<Bounds, 'budget' | 'bytes'>;

/** The rows of a page, and what follows them. */
export interface PageRows {
  readonly rows: readonly Row[];
  /** `null` where it was not counted. */
  readonly total: number | null;
  readonly hasMore: boolean;
  /** The values of the last row in the page's order, for a page by a cursor that has rows. */
  readonly end: readonly unknown[] | null;
  /**
   * The relations that the database wrote: all it was left, or none where it met a value that it
   * does not write.
   */
  readonly nested: readonly RelationPlan[];
}

/**
 * Runs plans: a statement for the page or record, one for the total, and one a relation level.
 * @contract C5.4
 */
export class RecordLoader {
  /** What the database writes by itself; `null`: nothing. */
  readonly writes: CanAggregateColumn | null;
  private readonly dialect: Dialect;
  private readonly relations: RelationLoader;
  private readonly counts: SharedCounts;
  private readonly filtered: FilteredPages;

  /**
   * @param options.writing may the database write JSON? It answers the same either way; tests
   * compare the two.
   */
  constructor(
    private readonly runner: StatementRunner,
    private readonly options: { readonly writing: boolean } = { writing: true },
    private readonly statements = new NodeStatements(runner.dialect),
  ) {
    this.dialect = runner.dialect;
    const { json } = this.dialect;
    this.writes =
      json && options.writing
        ? (column, asNumber) => json.value(column, '', asNumber) !== null
        : null;
    this.relations = new RelationLoader(runner, statements);
    this.counts = new SharedCounts(runner);
    this.filtered = new FilteredPages(runner, statements);
  }

  static on(database: Database, options?: { readonly writing: boolean }): RecordLoader {
    return new RecordLoader(new StatementRunner(database, dialects[database.dialect]), options);
  }

  /** The same inside a transaction: it sees what was written there. */
  within(transaction: Transaction): RecordLoader {
    return new RecordLoader(this.runner.within(transaction), this.options, this.statements);
  }

  /**
   * The same, but for the values that are only answered: where they may be long, their length in
   * JSON is read.
   */
  measuring(plan: NodePlan): RecordLoader {
    const runner = this.runner.in(measuring(this.dialect, measuredColumns(plan)));
    return new RecordLoader(runner, { writing: false });
  }

  /**
   * A page, and its total where it is counted.
   *
   * @throws RequestError `invalid_query` where `show` leaves rows out, and too many would be read
   * to fill the page
   * @throws TooManyBytes, ReadSlotUnavailable
   */
  async page(plan: PagePlan, { filterFresh, budget, bytes }: Bounds): Promise<PageRows> {
    if (plan.filtered) {
      const { rows, hasMore } = await this.filtered.read(plan, {
        shows: filterFresh,
        max: budget.max,
        bytes,
      });
      return { rows, total: null, hasMore, end: endOf(rows, plan), nested: NONE_WRITTEN };
    }
    if (plan.place.by === 'number' && plan.place.counted)
      return this.countedPage(plan, plan.place.number, bytes);
    const rows = await this.runner.run(this.statements.page(plan, plan.size + 1), bytes);
    const shown = rows.slice(0, plan.size);
    const hasMore = rows.length > plan.size;
    return {
      rows: shown,
      total: null,
      hasMore,
      end: endOf(shown, plan),
      nested: writtenOf(plan, rows),
    };
  }

  /** The total is not asked for apart where the page tells it. */
  private async countedPage(plan: PagePlan, number: number, bytes: ByteBudget): Promise<PageRows> {
    if (this.countsAlong(plan)) return this.pageThatCounts(plan, number, bytes);
    const [page, count] = [this.statements.page(plan), this.statements.count(plan)];
    if (!this.dialect.runsBeside) {
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

  /** What looks into every row does it once. */
  private countsAlong({ parent, narrowing }: PagePlan): boolean {
    return this.dialect.countsAlong && parent === null && searchesText(narrowing);
  }

  /** Behind the last page there is no row to tell the total. */
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

  /** The record of the key, if it is inside the scope. @throws TooManyBytes, ReadSlotUnavailable */
  async record(plan: RecordPlan, { budget, bytes }: Budgets): Promise<FoundRecord | undefined> {
    const keys = [plan.key];
    const along = this.comesAlong(plan, budget) ? separateRelations(plan) : [];
    const [[row], ...related] = (await this.runner.runAll(
      [
        this.statements.record(plan),
        ...along.map((relation) => this.statements.related(relation, keys, fetchLimitOf(relation))),
      ],
      bytes,
    )) as [readonly Row[], ...(readonly Row[])[]];
    if (!row) return undefined;
    return { row, related: along.length > 0 ? related.map((rows) => groupsOf(rows, keys)) : null };
  }

  /**
   * Reads everything below a page's or a record's rows, level by level; the relations of one level
   * beside each other.
   *
   * @param first the relations of the first level, where they were read already
   * @throws RequestError `invalid_query` when a level could pass the row budget
   * @throws TooManyBytes, ReadSlotUnavailable
   */
  async below(
    plan: NodePlan,
    rows: readonly Row[],
    bounds: Bounds,
    first: readonly RowsByParent[] | null = null,
  ): Promise<LoadedNode> {
    const top: LoadedNode = { plan, rows, copies: null, relations: [] };
    bounds.budget.begin(plan, rows.length);
    bounds.bytes.carry([top]);
    let level = await this.nextLevel([top], bounds, first);
    while (level.length > 0) level = await this.nextLevel(level, bounds);
    return top;
  }

  private async nextLevel(
    parents: readonly LoadedNode[],
    bounds: Bounds,
    read: readonly RowsByParent[] | null = null,
  ): Promise<readonly LoadedNode[]> {
    const planned = parents.flatMap((parent) =>
      separateRelations(parent.plan).map((plan) => ({
        parent,
        plan,
        keys: joiningValues(parent.rows, plan),
      })),
    );
    if (planned.length === 0) return [];
    bounds.budget.admit(
      planned.map(({ parent, plan, keys }) => ({
        plan,
        parents: keys.length,
        carried: serializedCountOf(parent),
      })),
    );
    if (bounds.bytes.isLarge) await yieldToEventLoop();
    const groups = read ?? (await this.relations.load(planned, bounds));
    const level = planned.map(({ parent, plan }, at) => {
      const loaded = loadedRelation(parent, plan, groups[at]!);
      bounds.budget.carry(plan, serializedCountOf(loaded));
      parent.relations.push(loaded);
      return loaded;
    });
    bounds.bytes.carry(level);
    return level;
  }

  /**
   * One round trip for a record and its relations, where the record's key is all that they hang on.
   */
  private comesAlong({ resource, relations }: RecordPlan, budget: RowBudget): boolean {
    if (!budget.fits(relations.map((plan) => ({ plan, parents: 1 })))) return false;
    if (!this.dialect.together || resource.policy.show !== null) return false;
    return relations.every(
      ({ relation: { join }, filtered }) =>
        !filtered && join.keyOn !== 'parent' && join.source === resource.keyColumn,
    );
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
  hasMore: number * plan.size < total,
  end: null,
  nested: writtenOf(plan, rows),
});

const NONE_WRITTEN: readonly RelationPlan[] = [];

/** The texts of nested relations end the rows. */
function writtenOf(
  { aggregated: nested }: PagePlan,
  rows: readonly Row[],
): readonly RelationPlan[] {
  if (nested.length === 0) return nested;
  const isWhole = (row: Row) =>
    !row.slice(-nested.length).some((text) => (text as string).includes(UNWRITABLE));
  return rows.every(isWhole) ? nested : NONE_WRITTEN;
}

/** A page that is neither empty nor full is the last one, and tells the total. */
function totalOf(rows: readonly Row[], number: number, size: number): number | null {
  const isLast = rows.length < size && (rows.length > 0 || number === 1);
  return isLast ? (number - 1) * size + rows.length : null;
}

/** What the order looked at in a page's last row. */
function endOf(rows: readonly Row[], plan: PagePlan): readonly unknown[] | null {
  const last = rows.at(-1);
  return plan.place.by === 'cursor' && last ? orderOf(last, plan) : null;
}

const countOf = ([row]: readonly Row[]): number => Number(row![0]);

/** The values that a relation is joined by, each once; rows without one have no related records. */
function joiningValues(rows: readonly Row[], { parentIndex }: RelationPlan): readonly unknown[] {
  const values = new Set<unknown>();
  for (const row of rows) if (row[parentIndex] !== null) values.add(row[parentIndex]);
  return [...values];
}

/** One row a record, though several parents may share it. */
function loadedRelation(
  parent: LoadedNode,
  plan: RelationPlan,
  groups: RowsByParent,
): LoadedRelation {
  const { byParent, cut } = cutGroups(plan, groups);
  const rows = new Map<unknown, Row>();
  for (const group of byParent.values())
    for (const row of group) if (!rows.has(row[0])) rows.set(row[0], row);
  return {
    plan,
    byParent,
    cut,
    rows: [...rows.values()],
    copies: countCopies(parent, plan, byParent, rows.size),
    relations: [],
  };
}

const NONE_CUT: ReadonlySet<string> = new Set();

/** Takes away the row that was read only to tell that there are more. */
function cutGroups(
  { limit, linksToMore }: RelationPlan,
  groups: RowsByParent,
): Pick<LoadedRelation, 'byParent' | 'cut'> {
  if (!linksToMore) return { byParent: groups, cut: NONE_CUT };
  const longer = [...groups].filter(([, rows]) => rows.length > limit);
  return {
    byParent: new Map([...groups].map(([parent, rows]) => [parent, rows.slice(0, limit)])),
    cut: new Set(longer.map(([parent]) => parent)),
  };
}
