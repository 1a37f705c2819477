import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../planning/query-plan.js';
import type { Database, Row } from './database/database.js';
import { dialects, type Dialect } from './dialects/index.js';
import { carriedOf, countCopies } from './count-copies.js';
import type { LoadedNode, LoadedRelation } from './loaded.js';
import { groupsOf, RelationLoader, type Bounds, type RowsByParent } from './relation-loader.js';
import type { RowBudget } from './row-budget.js';
import { StatementRunner } from './statement-runner.js';
import { NodeStatements } from './statements/node-statements.js';

/** A record, and the rows of its relations where they came along with it. */
export interface FoundRecord {
  readonly row: Row;
  readonly related: readonly RowsByParent[] | null;
}

/** Runs plans: a statement for the page or record, one for the total, and one a relation level. @contract C5.4 */
export class RecordLoader {
  private readonly dialect: Dialect;
  private readonly statements: NodeStatements;
  private readonly runner: StatementRunner;
  private readonly relations: RelationLoader;

  constructor(database: Database) {
    this.dialect = dialects[database.dialect];
    this.statements = new NodeStatements(this.dialect);
    this.runner = new StatementRunner(database);
    this.relations = new RelationLoader(this.runner, this.statements);
  }

  /** A page and its total, which is not asked for apart where the page tells it. */
  async page(plan: PagePlan): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    if (!this.dialect.runsBeside) {
      const rows = await this.runner.run(this.statements.page(plan));
      return { rows, total: totalOf(rows, plan) ?? countOf(await this.runner.run(this.statements.count(plan))) };
    }
    const [rows, counted] = await this.runner.runAll([this.statements.page(plan), this.statements.count(plan)]);
    return { rows: rows!, total: countOf(counted!) };
  }

  /** The record of the key, if it is inside the scope. */
  async record(plan: RecordPlan, budget: RowBudget): Promise<FoundRecord | undefined> {
    const keys = [plan.key];
    const along = this.comesAlong(plan, budget) ? plan.relations : [];
    const [[row], ...related] = (await this.runner.runAll([
      this.statements.record(plan),
      ...along.map((relation) => this.statements.related(relation, keys)),
    ])) as [readonly Row[], ...(readonly Row[])[]];
    if (!row) return undefined;
    return { row, related: along.length > 0 ? related.map((rows) => groupsOf(rows, keys)) : null };
  }

  /**
   * Reads everything below a page's or a record's rows, level by level; the relations of one level beside each other.
   *
   * @param first the relations of the first level, where they were read already
   * @throws RequestError `invalid_query` when a level could pass the row budget
   */
  async below(
    plan: NodePlan,
    rows: readonly Row[],
    bounds: Bounds,
    first: readonly RowsByParent[] | null = null,
  ): Promise<LoadedNode> {
    const top: LoadedNode = { plan, rows, copies: null, relations: [] };
    bounds.budget.spend(rows.length);
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
      parent.plan.relations.map((plan) => ({ parent, plan, keys: joiningValues(parent.rows, plan) })),
    );
    if (planned.length === 0) return [];
    bounds.budget.admit(planned.map(({ plan, keys }) => ({ plan, parents: keys.length })));
    const groups = read ?? (await this.relations.load(planned, bounds));
    return planned.map(({ parent, plan }, at) => {
      const loaded = loadedRelation(parent, plan, groups[at]!);
      bounds.budget.carry(plan, carriedOf(loaded));
      parent.relations.push(loaded);
      return loaded;
    });
  }

  /** One round trip for a record and its relations, where the record's key is all that they hang on. */
  private comesAlong({ resource, relations }: RecordPlan, budget: RowBudget): boolean {
    if (!budget.fits(relations.map((plan) => ({ plan, parents: 1 })))) return false;
    if (!this.dialect.together || resource.policy.show !== null) return false;
    return relations.every(
      ({ relation: { join }, filtered }) => !filtered && join.lies !== 'here' && join.source === resource.keyColumn,
    );
  }
}

/** A page that is neither empty nor full is the last one, and tells the total. */
function totalOf(rows: readonly Row[], { number, size }: PagePlan): number | null {
  const isLast = rows.length < size && (rows.length > 0 || number === 1);
  return isLast ? (number - 1) * size + rows.length : null;
}

const countOf = ([row]: readonly Row[]): number => Number(row![0]);

/** The values that a relation is joined by, each once; rows without one have no related records. */
function joiningValues(rows: readonly Row[], { parentIndex }: RelationPlan): readonly unknown[] {
  const values = new Set<unknown>();
  for (const row of rows) if (row[parentIndex] !== null) values.add(row[parentIndex]);
  return [...values];
}

/** One row a record, though several parents may share it. */
function loadedRelation(parent: LoadedNode, plan: RelationPlan, byParent: RowsByParent): LoadedRelation {
  const rows = new Map<unknown, Row>();
  for (const group of byParent.values()) for (const row of group) if (!rows.has(row[0])) rows.set(row[0], row);
  return {
    plan,
    byParent,
    rows: [...rows.values()],
    copies: countCopies(parent, plan, byParent, rows.size),
    relations: [],
  };
}
