import type { PagePlan, RecordPlan, NodePlan, RelationPlan } from '../planning/query-plan.js';
import type { Database, Row } from './database/database.js';
import { dialects, type Dialect } from './dialects/index.js';
import { bindKey } from './dialects/dialect.js';
import type { LoadedNode, LoadedRelation } from './loaded.js';
import type { RowBudget } from './row-budget.js';
import { conditionValues } from './statements/condition-text.js';
import { NodeStatements } from './statements/node-statements.js';

/** Which of these rows may be seen? Asked where a policy refuses rows that its scope lets through. */
export type RowFilter = (plan: RelationPlan, rows: readonly Row[]) => Promise<readonly boolean[]>;

/**
 * Runs plans: one statement a relation level, limited per parent, however many parents there are.
 *
 * @contract C5.4
 */
export class RecordLoader {
  private readonly dialect: Dialect;
  private readonly statements: NodeStatements;

  constructor(private readonly database: Database) {
    this.dialect = dialects[database.dialect];
    this.statements = new NodeStatements(this.dialect);
  }

  /** A page and its total; the total by a statement beside the page, unless the page itself tells it. */
  async page(plan: PagePlan): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const scope = conditionValues(plan.scope, this.dialect);
    const offset = (plan.number - 1) * plan.size;
    const page = this.database.query(this.statements.page(plan), [...scope, plan.size, offset]);
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

  /** Reads everything below a page's or a record's rows, level by level; the relations of one level beside each other. */
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
    const loaded = await Promise.all(
      planned.map(async ({ plan, keys }) => {
        const found = keys.length === 0 ? [] : await this.level(plan, keys, filter);
        budget.spend(found.length);
        return { plan, rows: distinctRows(found), byParent: groupByParent(found), relations: [] };
      }),
    );
    planned.forEach(({ parent }, at) => parent.relations.push(loaded[at]!));
    return loaded;
  }

  private async level(plan: RelationPlan, keys: readonly unknown[], filter: RowFilter): Promise<readonly Row[]> {
    if (!plan.filtered) return this.rowsOf(plan, keys, plan.limit);
    return this.visibleRows(plan, keys, plan.limit, filter);
  }

  /**
   * Rows that a policy refuses are left out before the page is cut: where a parent's page was full and lost some, it is
   * read again twice as long. @contract C3.4
   */
  private async visibleRows(
    plan: RelationPlan,
    keys: readonly unknown[],
    limit: number,
    filter: RowFilter,
  ): Promise<readonly Row[]> {
    const rows = await this.rowsOf(plan, keys, limit);
    const seen = await filter(plan, rows);
    const all = groupByParent(rows);
    const visible = groupByParent(rows.filter((_row, index) => seen[index]));
    const short = keys.filter(
      (key) => all.get(String(key))?.length === limit && (visible.get(String(key))?.length ?? 0) < plan.limit,
    );
    const isShort = new Set(short.map(String));
    const kept = [...visible].flatMap(([parent, own]) => (isShort.has(parent) ? [] : own.slice(0, plan.limit)));
    if (short.length === 0 || plan.relation.join.lies === 'here')
      return [...visible.values()].flatMap((own) => own.slice(0, plan.limit));
    return [...kept, ...(await this.visibleRows(plan, short, limit * 2, filter))];
  }

  private rowsOf(plan: RelationPlan, keys: readonly unknown[], limit: number): Promise<readonly Row[]> {
    const { join } = plan.relation;
    const column = join.lies === 'here' ? join.target : join.lies === 'there' ? join.column : join.parent;
    const values = [this.dialect.bindList(keys, column), ...conditionValues(plan.scope, this.dialect)];
    if (join.lies !== 'here') values.push(limit);
    return this.database.query(this.statements.relation(plan), values);
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

/** One row a record, though several parents share it. */
function distinctRows(rows: readonly Row[]): readonly Row[] {
  const byKey = new Map<unknown, Row>();
  for (const row of rows) if (!byKey.has(row[0])) byKey.set(row[0], row);
  return byKey.size === rows.length ? rows : [...byKey.values()];
}

function groupByParent(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const parent = String(row[row.length - 1]);
    const group = groups.get(parent);
    if (group) group.push(row);
    else groups.set(parent, [row]);
  }
  return groups;
}
