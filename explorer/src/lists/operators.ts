import type { MatchField } from '../api/schema.js';

/** How a condition compares a field. @contract C5.6 */
export const operators = ['eq', 'in', 'nin', 'like', 'gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof operators)[number];

export const isOperator = (name: string): name is Operator =>
  operators.some((operator) => operator === name);

/** What a person chooses: an operator, or one of the two questions about the absence of a value. */
export type Comparison = Operator | 'empty' | 'filled';

const ordered: readonly Comparison[] = ['gt', 'gte', 'lt', 'lte'];
const byType: Readonly<Record<string, readonly Comparison[]>> = {
  text: ['like', 'eq', 'in', 'nin'],
  number: ['eq', ...ordered, 'in', 'nin'],
  between: ['eq', ...ordered, 'in', 'nin'],
  datetime: ['gte', 'lte', 'gt', 'lt', 'eq'],
  boolean: ['eq'],
};

/** Returns the comparisons of a field, the most useful first. */
export function comparisonsOf({ type }: MatchField, hasValues: boolean): readonly Comparison[] {
  const comparisons = hasValues ? (['eq', 'nin'] as const) : (byType[type] ?? ['eq']);
  return [...comparisons, 'empty', 'filled'];
}

/** The comparisons of a key whose records a person can choose. */
export const keyComparisons: readonly Comparison[] = ['eq', 'in', 'nin', 'empty', 'filled'];

/** A condition of a list: `filter[title][like]=press`. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** As the URL contains it: `null` is the absence of a value, and commas separate lists. */
  readonly value: string;
}

/** Returns what a person chose for a condition. */
export function comparisonIn({ operator, value }: Condition): Comparison {
  if (value !== 'null') return operator;
  return operator === 'eq' ? 'empty' : 'filled';
}

/** Returns the condition that a comparison means. */
export function conditionOf(field: string, comparison: Comparison, value: string): Condition {
  if (comparison === 'empty') return { field, operator: 'eq', value: 'null' };
  if (comparison === 'filled') return { field, operator: 'nin', value: 'null' };
  return { field, operator: comparison, value };
}

/** Returns the items of a list, or the only value. */
export function itemsIn({ operator, value }: Condition): readonly string[] {
  const isList = operator === 'in' || operator === 'nin';
  return (isList ? value.split(',') : [value])
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Returns the keys that a condition on a key contains. */
export const keysIn = (condition: Condition): readonly string[] =>
  condition.value === 'null' ? [] : itemsIn(condition);

/** Returns the value as the client takes it. */
export function valueIn(condition: Condition): string | null | readonly (string | null)[] {
  const { operator, value } = condition;
  if (operator === 'in' || operator === 'nin')
    return itemsIn(condition).map((item) => (item === 'null' ? null : item));
  return value === 'null' ? null : value;
}
