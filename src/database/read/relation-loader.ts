import { allKnown, whenKnown } from '../../base/when-known.js';
import type { NodePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { Row } from '../connection/database.js';
import type { ByteBudget } from './byte-budget.js';
import type { RowBudget } from './row-budget.js';
import type { StatementRunner } from './statement-runner.js';
import type { NodeStatements } from '../sql/node-statements.js';

/** Returns which of these rows may be seen, if a policy refuses rows inside its scope. */
export type RowFilter = (plan: NodePlan, rows: readonly Row[]) => Promise<readonly boolean[]>;

/** The rows of each parent, by the parent's joining value as a string. */
export type RowsByParent = ReadonlyMap<string, readonly Row[]>;

/** A relation of a level, with the joining values of its parents, each once. */
export interface LevelRelation {
  readonly plan: RelationPlan;
  readonly keys: readonly unknown[];
}

/** Filters that leave out the rows that a record-level `show` refuses. */
export interface RowFilters {
  readonly filter: RowFilter;
  /** Like {@link filter}, but calls `show` again: rows that are read again may have changed. */
  readonly filterFresh: RowFilter;
}

/**
 * The limits of reading: which rows may be seen, and how many rows and bytes a request may load.
 */
export interface Bounds extends RowFilters {
  readonly budget: RowBudget;
  readonly bytes: ByteBudget;
}

const NONE: RowsByParent = new Map();

/**
 * Reads relations with one statement each, limited per parent, for any number of parents.
 * @contract C5.4
 */
export class RelationLoader {
  constructor(
    private readonly runner: StatementRunner,
    private readonly statements: NodeStatements,
  ) {}

  /** Loads the relations of one level concurrently. */
  async load(level: readonly LevelRelation[], bounds: Bounds): Promise<readonly RowsByParent[]> {
    const withParents = level.filter(({ keys }) => keys.length > 0);
    const rows = await this.runner.runAll(
      withParents.map(({ plan, keys }) => this.statements.related(plan, keys, fetchLimitOf(plan))),
      bounds.bytes,
    );
    const visible = withParents.map((relation, at) => {
      const groups = rowsByParent(rows[at]!, relation.keys);
      return relation.plan.filtered
        ? this.visible(relation, groups, fetchLimitOf(relation.plan), bounds)
        : groups;
    });
    return whenKnown(allKnown<RowsByParent>(visible), (groups) =>
      level.map((relation) => groups[withParents.indexOf(relation)] ?? NONE),
    );
  }

  /**
   * Rows that a policy refuses are left out before the page is cut: a parent's page that was full
   * and lost rows is read again with twice the limit, as far as the budget allows. @contract C3.4
   */
  private async visible(
    { plan, keys }: LevelRelation,
    groups: RowsByParent,
    read: number,
    bounds: Bounds,
  ): Promise<RowsByParent> {
    const visible = await keepVisible(plan, groups, bounds.filter);
    const isShort = (key: unknown) =>
      groups.get(String(key))?.length === read &&
      visible.get(String(key))!.length < fetchLimitOf(plan);
    const short = plan.relation.join.keyOn === 'parent' ? [] : keys.filter(isShort);
    const longer =
      short.length === 0
        ? NONE
        : await this.readWithHigherLimit({ plan, keys: short }, read * 2, visible, bounds);
    return new Map(
      [...visible, ...longer].map(([parent, rows]) => [parent, rows.slice(0, fetchLimitOf(plan))]),
    );
  }

  /**
   * Returns the rows so far when the budget is used up: an error would reveal rows that may not be
   * seen.
   */
  private async readWithHigherLimit(
    { plan, keys }: LevelRelation,
    limit: number,
    seen: RowsByParent,
    bounds: Bounds,
  ): Promise<RowsByParent> {
    if (!bounds.budget.fits([{ plan: { ...plan, limit }, parents: keys.length }])) return seen;
    const rows = await this.runner.run(this.statements.related(plan, keys, limit), bounds.bytes);
    return this.visible({ plan, keys }, rowsByParent(rows, keys), limit, bounds);
  }
}

/** Returns how many rows are read per parent: one more than the limit if the plan links to more. */
export const fetchLimitOf = ({ limit, linksToMore }: RelationPlan): number =>
  limit + (linksToMore ? 1 : 0);

/** Groups rows by parent. Of several parents, rows end with the joining value of theirs. */
export const rowsByParent = (rows: readonly Row[], keys: readonly unknown[]): RowsByParent =>
  keys.length === 1 ? new Map([[String(keys[0]), rows]]) : groupByParent(rows);

async function keepVisible(
  plan: RelationPlan,
  groups: RowsByParent,
  filter: RowFilter,
): Promise<RowsByParent> {
  const rows = [...groups.values()].flat();
  const isVisible = await filter(plan, rows);
  const refused = new Set(rows.filter((_row, index) => !isVisible[index]));
  return new Map(
    [...groups].map(([parent, own]) => [parent, own.filter((row) => !refused.has(row))]),
  );
}

function groupByParent(rows: readonly Row[]): RowsByParent {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const parent = String(row[row.length - 1]);
    const group = groups.get(parent);
    if (group) group.push(row);
    else groups.set(parent, [row]);
  }
  return groups;
}
