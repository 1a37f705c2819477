import type { OrderTerm, ResolvedOrder } from '../../pipeline/authorization/resolved-order.js';
import type { Dialect } from '../dialects/dialect.js';
import { NO_VALUES, type RowFragment } from './parts/fragment.js';
import { termSql } from './parts/order-sql.js';

/**
 * Returns the condition that a row comes after the one with these values, in an order. Nulls come
 * last, so all other values come before them, and none after. The fragment's key only covers the
 * values: the order has its own key.
 *
 * @param values one per term
 */
export function afterCursorSql(
  { terms }: ResolvedOrder,
  values: readonly unknown[],
  dialect: Dialect,
): RowFragment {
  const [first, ...rest] = terms.map((term, at): Step => ({ term, value: values[at] }));
  return afterStepsSql(first!, rest, dialect);
}

interface Step {
  readonly term: OrderTerm;
  readonly value: unknown;
}

/** Beyond this step's value, or equal in it and after in the next. */
function afterStepsSql(
  step: Step,
  [next, ...rest]: readonly Step[],
  dialect: Dialect,
): RowFragment {
  const beyond = beyondSql(step, dialect);
  if (!next) return beyond;
  const same = sameSql(step, dialect);
  const later = afterStepsSql(next, rest, dialect);
  const tied: RowFragment = {
    key: `${same.key},${later.key}`,
    values: [...same.values, ...later.values],
    sql: (alias) => `(${same.sql(alias)} and ${later.sql(alias)})`,
  };
  if (step.value === null) return tied;
  return {
    key: tied.key,
    values: [...beyond.values, ...tied.values],
    sql: (alias) => `(${beyond.sql(alias)} or ${tied.sql(alias)})`,
  };
}

function beyondSql({ term, value }: Step, dialect: Dialect): RowFragment {
  return {
    key: 'beyond',
    values: [value],
    sql(alias) {
      const sql = termSql(term, alias, dialect);
      const further = `${sql} ${term.descending ? '<' : '>'} ${dialect.boundTo(term.column)}`;
      return term.nullable ? `(${further} or ${sql} is null)` : further;
    },
  };
}

function sameSql({ term, value }: Step, dialect: Dialect): RowFragment {
  if (value === null)
    return {
      key: 'null',
      values: NO_VALUES,
      sql: (alias) => `${termSql(term, alias, dialect)} is null`,
    };
  return {
    key: 'value',
    values: [value],
    sql: (alias) => `${termSql(term, alias, dialect)} = ${dialect.boundTo(term.column)}`,
  };
}
