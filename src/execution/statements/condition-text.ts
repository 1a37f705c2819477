import type { Comparison } from '../../definition/condition.js';
import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import type { CompiledColumn, Join } from '../../registry/compiled-resource.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { isFoundAsAscii, likePattern } from '../dialects/fold-case.js';
import { joinedFrom } from './join-text.js';

type HoldsCondition = Extract<ResolvedCondition, { kind: 'holds' }>;

const operators: Readonly<Record<Exclude<Comparison, 'in' | 'nin'>, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/**
 * A condition as SQL. Its values are not in the text: {@link conditionValues} gives them in the
 * order of the `?`.
 *
 * @param depth how many relations the condition has gone through, which keeps aliases apart
 */
export function conditionText(
  condition: ResolvedCondition,
  alias: string,
  dialect: Dialect,
  depth = 0,
): string {
  switch (condition.kind) {
    case 'everything':
      return '1 = 1';
    case 'nothing':
      return '1 = 0';
    case 'compare':
      return comparisonText(
        condition.column,
        condition.comparison,
        condition.value,
        alias,
        dialect,
      );
    case 'and':
    case 'or':
      return `(${condition.conditions.map((inner) => conditionText(inner, alias, dialect, depth)).join(` ${condition.kind} `)})`;
    case 'not':
      return `(${conditionText(condition.condition, alias, dialect, depth)}) is not true`;
    case 'related': {
      const inner = `c${depth}`;
      const { from, on } = joinedFrom(
        condition.join,
        condition.table,
        alias,
        inner,
        depth,
        dialect,
      );
      const wanted = `${on} and ${conditionText(condition.condition, inner, dialect, depth + 1)}`;
      if (condition.atLeast === undefined) return dialect.exists(from, wanted);
      return `(select count(*) from ${from} where ${wanted}) >= ${dialect.bound}`;
    }
    case 'holds':
      return dialect.like(foldedText(condition, alias, dialect));
    case 'sql':
      return `(${condition.parts
        .map((part, index) => part + sqlValueText(condition.values[index], alias, dialect))
        .join('')})`;
  }
}

function foldedText({ column, text }: HoldsCondition, alias: string, dialect: Dialect): string {
  const expression = named(dialect, column, alias);
  return isFoundAsAscii(text) ? dialect.foldedAscii(expression) : dialect.folded(expression);
}

function comparisonText(
  column: CompiledColumn,
  comparison: Comparison,
  value: unknown,
  alias: string,
  dialect: Dialect,
): string {
  const expression = dialect.comparable(named(dialect, column, alias), column);
  const bound = dialect.boundTo(column);
  if (value === null)
    return comparison === 'eq' ? `${expression} is null` : `${expression} is not null`;
  if (comparison === 'in') return dialect.inList(expression, column);
  if (comparison === 'nin') return `(${dialect.inList(expression, column)}) is not true`;
  if (comparison === 'ne') return `(${expression} = ${bound}) is not true`;
  return `${expression} ${operators[comparison]} ${bound}`;
}

function sqlValueText(
  value: { column: CompiledColumn } | { value: unknown } | undefined,
  alias: string,
  dialect: Dialect,
): string {
  if (value === undefined) return '';
  return 'column' in value ? named(dialect, value.column, alias) : '?';
}

/** The values of a condition in the order in which its text wants them. */
export function conditionValues(
  condition: ResolvedCondition,
  dialect: Dialect,
  values: unknown[] = [],
): unknown[] {
  switch (condition.kind) {
    case 'compare':
      if (condition.comparison === 'in' || condition.comparison === 'nin')
        values.push(dialect.bindList(condition.value as readonly unknown[], condition.column));
      else if (condition.value !== null) values.push(condition.value);
      break;
    case 'and':
    case 'or':
      for (const inner of condition.conditions) conditionValues(inner, dialect, values);
      break;
    case 'not':
      conditionValues(condition.condition, dialect, values);
      break;
    case 'related':
      conditionValues(condition.condition, dialect, values);
      if (condition.atLeast !== undefined) values.push(condition.atLeast);
      break;
    case 'holds':
      values.push(likePattern(condition.text, condition.place, dialect.mark));
      break;
    case 'sql':
      for (const value of condition.values) if ('value' in value) values.push(value.value);
  }
  return values;
}

/**
 * What two conditions have in common when their texts are the same: the key under which a text is
 * kept.
 */
export function conditionShape(condition: ResolvedCondition): string {
  switch (condition.kind) {
    case 'everything':
      return '*';
    case 'nothing':
      return '0';
    case 'compare':
      return `${condition.column.name} ${condition.value === null ? 'null ' : ''}${condition.comparison}`;
    case 'and':
    case 'or':
      return `(${condition.conditions.map(conditionShape).join(` ${condition.kind} `)})`;
    case 'not':
      return `not(${conditionShape(condition.condition)})`;
    case 'related':
      return `${condition.atLeast === undefined ? '' : 'count '}${joinShape(condition.join)} ${condition.table.name}[${conditionShape(condition.condition)}]`;
    case 'holds':
      return `${condition.column.name} like${isFoundAsAscii(condition.text) ? ' ascii' : ''}`;
    case 'sql':
      return (
        condition.parts.join('?') +
        condition.values.map((value) => ('column' in value ? value.column.name : '?')).join()
      );
  }
}

/** What two joins have in common when their texts are the same. */
export function joinShape(join: Join): string {
  const type = join.type ? `${join.type.column.name}=${join.type.value}` : '';
  if (join.lies === 'here') return `here ${join.column.name}=${join.target.name} ${type}`;
  if (join.lies === 'there') return `there ${join.source.name}=${join.column.name} ${type}`;
  return `pivot ${join.source.name}=${join.table.name}.${join.parent.name} ${join.related.name}=${join.target.name} ${type}`;
}
