import type { NodePlan } from '../../planning/query-plan.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { conditionText } from './condition-text.js';

/** The pieces that every statement of a node is put together from; an alias stands for the node's table. */
export interface NodeParts {
  readonly dialect: Dialect;
  /** Quoted. */
  readonly table: string;
  readonly key: CompiledColumn;
  /** The selected columns. */
  columns(alias: string): string;
  /** The default order: by key, descending. @contract C5.5 */
  order(alias: string): string;
  /** ` and …`, or empty where everything may be seen. */
  scope(alias: string): string;
}

export function partsOf({ resource, select, scope }: NodePlan, dialect: Dialect): NodeParts {
  const key = resource.keyColumn;
  return {
    dialect,
    table: dialect.quote(resource.table.name),
    key,
    columns: (alias) => select.map((column) => dialect.read(column, alias)).join(', '),
    order: (alias) => `${dialect.sortable(named(dialect, key, alias), key)} desc`,
    scope: (alias) => (scope.kind === 'everything' ? '' : ` and ${conditionText(scope, alias, dialect)}`),
  };
}
