import type {
  ResolvedCondition,
  SqlColumn,
  SqlValue,
} from '../../pipeline/authorization/resolved-condition.js';

type Of<Kind extends ResolvedCondition['kind']> = Extract<ResolvedCondition, { kind: Kind }>;

const signs: Readonly<Record<Of<'compare'>['comparison'], string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: 'in',
  nin: 'not in',
};

const places: Readonly<Record<Of<'holds'>['place'], string>> = {
  anywhere: 'holds',
  start: 'starts with',
};

/** Returns what people see of a value. */
export type DescribeValue = (value: unknown) => string;

/** Describes a condition in one line, for people: `(status = "published" or user_id = 4)`. */
export function describeCondition(
  condition: ResolvedCondition,
  describeValue: DescribeValue,
): string {
  const describeInner = (inner: ResolvedCondition): string =>
    describeCondition(inner, describeValue);
  switch (condition.kind) {
    case 'everything':
    case 'nothing':
      return condition.kind;
    case 'compare':
      return `${condition.column.name} ${signs[condition.comparison]} ${describeValue(condition.value)}`;
    case 'and':
    case 'or':
      return `(${condition.conditions.map(describeInner).join(` ${condition.kind} `)})`;
    case 'not':
      return `not (${describeInner(condition.condition)})`;
    case 'related':
      return describeRelated(condition, describeInner(condition.condition));
    case 'holds':
      return `${condition.column.name} ${places[condition.place]} ${describeValue(condition.text)}`;
    case 'sql':
      return `sql(${condition.parts.map((part, at) => part + describeSqlValue(condition.values[at], describeValue)).join('')})`;
  }
}

function describeRelated({ join, table, atLeast }: Of<'related'>, condition: string): string {
  const quantity = atLeast === undefined ? 'exists' : `at least ${atLeast}`;
  const type = join.type ? `${join.type.column.name} "${join.type.value}", ` : '';
  return `${quantity} ${table.name}(${type}${condition})`;
}

function describeSqlValue(
  value: SqlColumn | SqlValue | undefined,
  describeValue: DescribeValue,
): string {
  if (value === undefined) return '';
  return 'column' in value ? value.column.name : describeValue(value.value);
}
