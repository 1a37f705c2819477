import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import type { Comparison } from '../../../definition/contracts/condition.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import { named, type Dialect } from '../../dialects/dialect.js';
import { isFoundAsAscii, likePattern } from '../../dialects/fold-case.js';
import { NO_VALUES, valuesOf, type Fragment } from './fragment.js';
import { joinSql } from './join-sql.js';

/**
 * A condition on the row under `alias`. `depth` counts the relations that the condition has gone
 * through, which keeps aliases apart; 0 unless set.
 */
export type ConditionFragment = Fragment<[alias: string, depth?: number]>;

type ConditionOf<Kind extends ResolvedCondition['kind']> = Extract<
  ResolvedCondition,
  { kind: Kind }
>;

/** Returns a condition as SQL. */
export function conditionSql(condition: ResolvedCondition, dialect: Dialect): ConditionFragment {
  switch (condition.kind) {
    case 'everything':
      return EVERYTHING_SQL;
    case 'nothing':
      return NOTHING_SQL;
    case 'compare':
      return comparisonSql(condition, dialect);
    case 'and':
    case 'or':
      return listSql(condition, dialect);
    case 'not':
      return notSql(condition, dialect);
    case 'related':
      return relatedSql(condition, dialect);
    case 'holds':
      return holdsSql(condition, dialect);
    case 'sql':
      return rawSql(condition, dialect);
  }
}

const EVERYTHING_SQL: ConditionFragment = { key: '*', values: NO_VALUES, sql: () => '1 = 1' };
const NOTHING_SQL: ConditionFragment = { key: '0', values: NO_VALUES, sql: () => '1 = 0' };

const operators: Readonly<Record<Exclude<Comparison, 'in' | 'nin'>, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

const isEquality = (comparison: Comparison): boolean => comparison === 'eq' || comparison === 'ne';

function comparisonSql(
  { column, comparison, value }: ConditionOf<'compare'>,
  dialect: Dialect,
): ConditionFragment {
  const compared = (alias: string) => dialect.comparable(named(dialect, column, alias), column);
  if (value === null) {
    const isNull = comparison === 'eq' ? 'is null' : 'is not null';
    return {
      key: `${column.name} ${isNull}`,
      values: NO_VALUES,
      sql: (alias) => `${compared(alias)} ${isNull}`,
    };
  }
  if (column.type === 'boolean' && !dialect.hasBooleans && isEquality(comparison)) {
    const condition = value ? '<> 0' : '= 0';
    const isNot = comparison === 'ne';
    return {
      key: `${column.name} ${comparison} ${condition}`,
      values: NO_VALUES,
      sql: (alias) =>
        isNot ? `(${compared(alias)} ${condition}) is not true` : `${compared(alias)} ${condition}`,
    };
  }
  const key = `${column.name} ${comparison}`;
  if (comparison === 'in' || comparison === 'nin')
    return {
      key,
      values: [dialect.bindList(value as readonly unknown[], column)],
      sql(alias) {
        const list = dialect.inList(compared(alias), column);
        return comparison === 'in' ? list : `(${list}) is not true`;
      },
    };
  return {
    key,
    values: [value],
    sql: (alias) =>
      comparison === 'ne'
        ? `(${compared(alias)} = ${dialect.boundTo(column)}) is not true`
        : `${compared(alias)} ${operators[comparison]} ${dialect.boundTo(column)}`,
  };
}

function listSql(
  { kind, conditions }: ConditionOf<'and' | 'or'>,
  dialect: Dialect,
): ConditionFragment {
  const inner = conditions.map((condition) => conditionSql(condition, dialect));
  const listed = (parts: readonly string[]) => `(${parts.join(` ${kind} `)})`;
  return {
    key: listed(inner.map(({ key }) => key)),
    values: valuesOf(inner),
    sql: (alias, depth) => listed(inner.map((each) => each.sql(alias, depth))),
  };
}

function notSql({ condition }: ConditionOf<'not'>, dialect: Dialect): ConditionFragment {
  const inner = conditionSql(condition, dialect);
  return {
    key: `not(${inner.key})`,
    values: inner.values,
    sql: (alias, depth) => `(${inner.sql(alias, depth)}) is not true`,
  };
}

function relatedSql(
  { join, table, condition, atLeast }: ConditionOf<'related'>,
  dialect: Dialect,
): ConditionFragment {
  const joined = joinSql(join, table, dialect);
  const inner = conditionSql(condition, dialect);
  const isCounted = atLeast !== undefined;
  return {
    key: `${isCounted ? 'count ' : ''}${joined.key}[${inner.key}]`,
    values: isCounted ? [...inner.values, atLeast] : inner.values,
    sql(alias, depth = 0) {
      const row = `c${depth}`;
      const { from, on } = joined.sql(alias, row, depth);
      const conditions = `${on} and ${inner.sql(row, depth + 1)}`;
      return isCounted
        ? `(select count(*) from ${from} where ${conditions}) >= ${dialect.bound}`
        : dialect.exists(from, conditions);
    },
  };
}

function holdsSql(
  { column, text, place }: ConditionOf<'holds'>,
  dialect: Dialect,
): ConditionFragment {
  const isAscii = isFoundAsAscii(text);
  return {
    key: `${column.name} like${isAscii ? ' ascii' : ''}`,
    values: [likePattern(text, place, dialect.mark)],
    sql(alias) {
      const expression = named(dialect, column, alias);
      return dialect.like(isAscii ? dialect.foldedAscii(expression) : dialect.folded(expression));
    },
  };
}

/** Returns the SQL of a definition: parts with a column or a bound value between them. */
function rawSql({ parts, values }: ConditionOf<'sql'>, dialect: Dialect): ConditionFragment {
  const filled = (write: (column: CompiledColumn) => string) => {
    const pieces = parts.map((part, at) => {
      const value = values[at];
      if (value === undefined) return part;
      return part + ('column' in value ? write(value.column) : '?');
    });
    return `(${pieces.join('')})`;
  };
  return {
    key: filled(({ name }) => `{${name}}`),
    values: values.flatMap((value) => ('value' in value ? [value.value] : [])),
    sql: (alias) => filled((column) => named(dialect, column, alias)),
  };
}
