import type { RelationPlan } from '../planning/query-plan.js';
import type { CompiledColumn, CompiledRelation } from '../registry/compiled-resource.js';
import type { Database, Row } from './database/database.js';
import { bindKey } from './dialects/dialect.js';
import type { Dialect } from './dialects/index.js';
import { conditionValues } from './statements/condition-text.js';
import type { NodeStatements } from './statements/node-statements.js';

/** Which of these rows may be seen? Asked where a policy refuses rows that its scope lets through. */
export type RowFilter = (plan: RelationPlan, rows: readonly Row[]) => Promise<readonly boolean[]>;

/** A relation of a level, with the joining values of its parents, each once. */
export interface LevelRelation {
  readonly plan: RelationPlan;
  readonly keys: readonly unknown[];
}

/** The rows of each parent, under the joining value of its row as a text. */
export type RowsByParent = ReadonlyMap<string, readonly Row[]>;

const NONE: RowsByParent = new Map();

/** Reads one relation level: one statement, limited per parent, however many parents there are. @contract C5.4 */
export class RelationLoader {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
    private readonly statements: NodeStatements,
  ) {}

  /** The relations of one level, beside each other; in one statement where the database has that. */
  async load(level: readonly LevelRelation[], filter: RowFilter): Promise<readonly RowsByParent[]> {
    return (await this.loadTogether(level)) ?? Promise.all(level.map((relation) => this.loadOne(relation, filter)));
  }

  private async loadOne({ plan, keys }: LevelRelation, filter: RowFilter): Promise<RowsByParent> {
    if (keys.length === 0) return NONE;
    return plan.filtered ? this.loadVisible(plan, keys, plan.limit, filter) : this.fetch(plan, keys, plan.limit);
  }

  private async loadTogether(level: readonly LevelRelation[]): Promise<readonly RowsByParent[] | null> {
    if (level.length < 2 || level.some(({ plan, keys }) => plan.filtered || keys.length === 0)) return null;
    const text = this.statements.together(level.map(({ plan, keys }) => ({ plan, ofOne: keys.length === 1 })));
    if (text === null) return null;
    const [row] = await this.database.query(
      text,
      level.flatMap(({ plan, keys }) => this.valuesOf(plan, keys, plan.limit)),
    );
    return level.map(({ keys }, at) =>
      groupsOf(JSON.parse((row![at] as string | null) ?? '[]') as readonly Row[], keys),
    );
  }

  /**
   * Rows that a policy refuses are left out before the page is cut: where a parent's page was full and lost some, it is
   * read again twice as long. @contract C3.4
   */
  private async loadVisible(
    plan: RelationPlan,
    keys: readonly unknown[],
    limit: number,
    filter: RowFilter,
  ): Promise<RowsByParent> {
    const groups = await this.fetch(plan, keys, limit);
    const visible = await keepVisible(plan, groups, filter);
    const isShort = (key: unknown) =>
      groups.get(String(key))?.length === limit && visible.get(String(key))!.length < plan.limit;
    const short = plan.relation.join.lies === 'here' ? [] : keys.filter(isShort);
    const longer = short.length === 0 ? NONE : await this.loadVisible(plan, short, limit * 2, filter);
    return new Map([...visible, ...longer].map(([parent, rows]) => [parent, rows.slice(0, plan.limit)]));
  }

  private async fetch(plan: RelationPlan, keys: readonly unknown[], limit: number): Promise<RowsByParent> {
    const text = keys.length === 1 ? this.statements.ofOne(plan) : this.statements.ofMany(plan);
    return groupsOf(await this.database.query(text, this.valuesOf(plan, keys, limit)), keys);
  }

  /** What the statement of a level binds, in the order of its text. */
  private valuesOf(plan: RelationPlan, keys: readonly unknown[], limit: number): readonly unknown[] {
    const column = parentColumn(plan.relation);
    const values = [keys.length === 1 ? bindKey(keys[0], column) : this.dialect.bindList(keys, column)];
    conditionValues(plan.scope, this.dialect, values);
    if (plan.relation.join.lies !== 'here') values.push(limit);
    return values;
  }
}

/** All rows are those of the only parent, or end with the key of theirs. */
const groupsOf = (rows: readonly Row[], keys: readonly unknown[]): RowsByParent =>
  keys.length === 1 ? new Map([[String(keys[0]), rows]]) : groupByParent(rows);

/** The column that is compared with the parents' values. */
function parentColumn({ join }: CompiledRelation): CompiledColumn {
  if (join.lies === 'here') return join.target;
  return join.lies === 'there' ? join.column : join.parent;
}

async function keepVisible(plan: RelationPlan, groups: RowsByParent, filter: RowFilter): Promise<RowsByParent> {
  const rows = [...groups.values()].flat();
  const answers = await filter(plan, rows);
  const refused = new Set(rows.filter((_row, index) => !answers[index]));
  return new Map([...groups].map(([parent, own]) => [parent, own.filter((row) => !refused.has(row))]));
}

/** The parent's key is the last value of a row. */
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
