import type {
  ResolvedCondition,
  SqlColumn,
  SqlValue,
} from '../../../src/pipeline/authorization/resolved-condition.js';

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

/**
 * Describes a condition in one line, for people: `(status = "published" or user_id = 4)`, values as
 * JSON.
 */
export function describeCondition(condition: ResolvedCondition): string {
  switch (condition.kind) {
    case 'everything':
    case 'nothing':
      return condition.kind;
    case 'compare':
      return `${condition.column.name} ${signs[condition.comparison]} ${JSON.stringify(condition.value)}`;
    case 'and':
    case 'or':
      return `(${condition.conditions.map(describeCondition).join(` ${condition.kind} `)})`;
    case 'not':
      return `not (${describeCondition(condition.condition)})`;
    case 'related':
      return describeRelated(condition);
    case 'holds':
      return `${condition.column.name} ${places[condition.place]} ${JSON.stringify(condition.text)}`;
    case 'sql':
      return `sql(${condition.parts.map((part, at) => part + describeSqlValue(condition.values[at])).join('')})`;
  }
}

function describeRelated({ join, table, condition, atLeast }: Of<'related'>): string {
  const quantity = atLeast === undefined ? 'exists' : `at least ${atLeast}`;
  const type = join.type ? `${join.type.column.name} "${join.type.value}", ` : '';
  return `${quantity} ${table.name}(${type}${describeCondition(condition)})`;
}

function describeSqlValue(value: SqlColumn | SqlValue | undefined): string {
  if (value === undefined) return '';
  return 'column' in value ? value.column.name : JSON.stringify(value.value);
}
