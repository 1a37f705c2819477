import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import type { NodePlan } from '../../../pipeline/planning/query-plan.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import type { Dialect, SortedParts } from '../../dialects/dialect.js';
import { conditionSql } from './condition-sql.js';
import { NO_VALUES, type RowFragment } from './fragment.js';
import { LINK, OrderFragment } from './order-sql.js';

/** The parts of a node's SQL that all of its statements share. */
export interface NodeFragment {
  /** Everything that the parts depend on. */
  readonly key: string;
  readonly order: OrderFragment;
  /** The conditions of its rows: ` and …`, or empty. */
  readonly conditions: RowFragment;
  /** Only called to build the SQL of a statement. */
  parts(): NodeParts;
}

/** The pieces of SQL in every statement of a node. An alias names the node's table. */
export interface NodeParts {
  readonly dialect: Dialect;
  /** Quoted. */
  readonly table: string;
  readonly key: CompiledColumn;
  /** The selected columns. */
  columns(alias: string): string;
  /** `, pivot columns`, or empty. */
  pivots(alias?: string): string;
  readonly sorted: SortedParts;
  /** ` and …`, or empty for all rows. */
  conditions(alias: string): string;
}

/** Returns a node of a plan as SQL. */
export function nodeSql(plan: NodePlan, dialect: Dialect): NodeFragment {
  const order = new OrderFragment(plan.order, dialect);
  const conditions = rowConditionsSql(plan, dialect);
  let key = plan.resource.key;
  for (const { name } of plan.select) key += `,${name}`;
  return {
    key: `${key} ${conditions.key} ${order.key}`,
    order,
    conditions,
    parts: () => nodeParts(plan, order, conditions, dialect),
  };
}

/** Returns the pieces of SQL for the statements of a node. */
export const nodeParts = (
  { resource, select, pivots }: NodePlan,
  sorted: OrderFragment,
  conditions: RowFragment,
  dialect: Dialect,
): NodeParts => ({
  dialect,
  table: dialect.quote(resource.table.name),
  key: resource.keyColumn,
  columns: (alias) => select.map((column) => dialect.read(column, alias)).join(', '),
  pivots: (alias = LINK) => pivots.map(({ column }) => `, ${dialect.read(column, alias)}`).join(''),
  sorted,
  conditions: (alias) => conditions.sql(alias),
});

/** Returns the conditions of a node's rows: ` and …` for each condition that restricts them. */
export function rowConditionsSql({ scope, narrowing }: NodePlan, dialect: Dialect): RowFragment {
  const first = andConditionSql(scope, dialect);
  const second = andConditionSql(narrowing, dialect);
  if (first === null || second === null) return first ?? second ?? NO_CONDITIONS;
  return {
    key: `${first.key} & ${second.key}`,
    values: [...first.values, ...second.values],
    sql: (alias) => first.sql(alias) + second.sql(alias),
  };
}

/** Returns ` and …`; `null` if every row meets the condition. */
function andConditionSql(condition: ResolvedCondition, dialect: Dialect): RowFragment | null {
  if (condition.kind === 'everything') return null;
  const sql = conditionSql(condition, dialect);
  return { key: sql.key, values: sql.values, sql: (alias) => ` and ${sql.sql(alias)}` };
}

const NO_CONDITIONS: RowFragment = { key: '', values: NO_VALUES, sql: () => '' };
