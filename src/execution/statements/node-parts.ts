import type { NodePlan } from '../../planning/query-plan.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { Dialect, SortedParts } from '../dialects/dialect.js';
import { conditionText, conditionValues } from './condition-text.js';
import { LINK, sortedParts } from './order-text.js';

/**
 * The pieces that every statement of a node is put together from; an alias stands for the node's
 * table.
 */
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
  /** ` and …`, or empty where all rows are meant. */
  conditions(alias: string): string;
}

export function partsOf(plan: NodePlan, dialect: Dialect): NodeParts {
  const { resource, select, pivots, order } = plan;
  const asked = askedOf(plan);
  return {
    dialect,
    table: dialect.quote(resource.table.name),
    key: resource.keyColumn,
    columns: (alias) => select.map((column) => dialect.read(column, alias)).join(', '),
    pivots: (alias = LINK) =>
      pivots.map(({ column }) => `, ${dialect.read(column, alias)}`).join(''),
    sorted: sortedParts(order, dialect),
    conditions: (alias) =>
      asked.map((condition) => ` and ${conditionText(condition, alias, dialect)}`).join(''),
  };
}

/** The values of a node's conditions, in the order of their text. */
export const askedValues = (plan: NodePlan, dialect: Dialect): unknown[] =>
  askedOf(plan).flatMap((condition) => conditionValues(condition, dialect));

const askedOf = ({ scope, narrowing }: NodePlan) =>
  [scope, narrowing].filter(({ kind }) => kind !== 'everything');
