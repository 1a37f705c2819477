import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../planning/query-plan.js';
import type { Database, Row } from './database/database.js';
import { bindKey } from './dialects/dialect.js';
import { dialects, type Dialect } from './dialects/index.js';
import type { LoadedNode, LoadedRelation } from './loaded.js';
import { RelationLoader, type RowFilter, type RowsByParent } from './relation-loader.js';
import type { RowBudget } from './row-budget.js';
import { conditionValues } from './statements/condition-text.js';
import { NodeStatements } from './statements/node-statements.js';

/** Runs plans: a statement for the page or record, one for the total, and one a relation level. @contract C5.4 */
export class RecordLoader {
  private readonly dialect: Dialect;
  private readonly statements: NodeStatements;
  private readonly relations: RelationLoader;

  constructor(private readonly database: Database) {
    this.dialect = dialects[database.dialect];
    this.statements = new NodeStatements(this.dialect);
    this.relations = new RelationLoader(database, this.dialect, this.statements);
  }

  /**
   * A page and its total. The total runs beside the page; on SQLite, where nothing runs beside anything, after it, and
   * not at all where the page itself tells it.
   */
  async page(plan: PagePlan): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const scope = conditionValues(plan.scope, this.dialect);
    const page = this.database.query(this.statements.page(plan), [...scope, plan.size, (plan.number - 1) * plan.size]);
    if (this.database.dialect === 'sqlite') {
      const rows = await page;
      return { rows, total: totalOf(rows, plan) ?? (await this.count(plan, scope)) };
    }
    const [rows, total] = await Promise.all([page, this.count(plan, scope)]);
    return { rows, total };
  }

  /** The record of the key, if it is inside the scope. */
  async record(plan: RecordPlan): Promise<Row | undefined> {
    const values = [bindKey(plan.key, plan.resource.keyColumn), ...conditionValues(plan.scope, this.dialect)];
    const [row] = await this.database.query(this.statements.record(plan), values);
    return row;
  }

  /**
   * Reads everything below a page's or a record's rows, level by level; the relations of one level beside each other.
   *
   * @throws RequestError `invalid_query` when a level could pass the row budget
   */
  async below(plan: NodePlan, rows: readonly Row[], budget: RowBudget, filter: RowFilter): Promise<LoadedNode> {
    const top: LoadedNode = { plan, rows, relations: [] };
    budget.spend(rows.length);
    let level: readonly LoadedNode[] = [top];
    while (level.length > 0) level = await this.nextLevel(level, budget, filter);
    return top;
  }

  private async nextLevel(
    parents: readonly LoadedNode[],
    budget: RowBudget,
    filter: RowFilter,
  ): Promise<readonly LoadedNode[]> {
    const planned = parents.flatMap((parent) =>
      parent.plan.relations.map((plan) => ({ parent, plan, keys: joiningValues(parent.rows, plan) })),
    );
    budget.admit(planned.map(({ plan, keys }) => ({ plan, parents: keys.length })));
    const groups = await this.relations.load(planned, filter);
    return planned.map(({ parent, plan }, at) => {
      const loaded = loadedRelation(plan, groups[at]!);
      budget.spend(loaded.rows.length);
      parent.relations.push(loaded);
      return loaded;
    });
  }

  private async count(plan: NodePlan, scope: readonly unknown[]): Promise<number> {
    const [row] = await this.database.query(this.statements.count(plan), scope);
    return Number(row![0]);
  }
}

/** A page that is neither empty nor full is the last one, and tells the total. */
function totalOf(rows: readonly Row[], { number, size }: PagePlan): number | null {
  const isLast = rows.length < size && (rows.length > 0 || number === 1);
  return isLast ? (number - 1) * size + rows.length : null;
}

/** The values that a relation is joined by, each once; rows without one have no related records. */
function joiningValues(rows: readonly Row[], { parentIndex }: RelationPlan): readonly unknown[] {
  const values = new Set<unknown>();
  for (const row of rows) if (row[parentIndex] !== null) values.add(row[parentIndex]);
  return [...values];
}

/** One row a record, though several parents may share it. */
function loadedRelation(plan: RelationPlan, byParent: RowsByParent): LoadedRelation {
  const rows = new Map<unknown, Row>();
  for (const group of byParent.values()) for (const row of group) if (!rows.has(row[0])) rows.set(row[0], row);
  return { plan, byParent, rows: [...rows.values()], relations: [] };
}
