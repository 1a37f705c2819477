import { invalidQuery } from '../../base/errors/index.js';
import type { CompiledColumn, MatchType } from '../../registry/resources/compiled-resource.js';
import { readMatchValue, readMatchValues, type MatchValue } from '../request/match-values.js';
import type { Period } from '../request/period.js';
import { quoted, shown } from '../request/refusal.js';
import { operatorsOf, type MatchOperator } from '../request/match-operators.js';
import type { WrittenMatch } from '../request/resource-query.js';
import type { Matchable } from './allow-list.js';
import { allOf, anyOf, NOTHING, type ResolvedCondition } from './resolved-condition.js';

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** Types for which two values separated by a comma are the ends of a range. */
const ranges: readonly MatchType[] = ['between', 'datetime'];
/** Each day of a list becomes a comparison. */
const MAX_PERIODS = 100;

/**
 * Returns the condition of a match, before it is negated.
 *
 * @throws RequestError `invalid_query` when the type does not have the operator, or the value is of
 * another type
 */
export function matchCondition(
  { column, type }: Matchable,
  match: WrittenMatch,
): ResolvedCondition {
  const { operator } = match;
  if (operator === null)
    return ranges.includes(type) ? inRange(match, type, column) : amongOf(match, type, column);
  if (!operatorsOf(type).includes(operator)) throw noOperator(match, type);
  return conditionByOperator[operator](match, type, column);
}

type ConditionOf = (
  match: WrittenMatch,
  type: MatchType,
  column: CompiledColumn,
) => ResolvedCondition;

const comparing =
  (comparison: Comparison): ConditionOf =>
  ({ parameter, value }, type, column) =>
    comparedWith(column, comparison, readMatchValue(parameter, value, type, column), parameter);

/** The condition of each operator: one row per operator. @contract C5.6 */
export const conditionByOperator: Readonly<Record<MatchOperator, ConditionOf>> = {
  eq: comparing('eq'),
  gt: comparing('gt'),
  gte: comparing('gte'),
  lt: comparing('lt'),
  lte: comparing('lte'),
  in: amongOf,
  nin: (match, type, column) => ({ kind: 'not', condition: amongOf(match, type, column) }),
  like: ({ value }, _type, column) => ({ kind: 'holds', column, place: 'anywhere', text: value }),
};

function noOperator({ parameter, operator, field }: WrittenMatch, type: MatchType) {
  const message = `The operator "${operator}" is not supported for ${quoted(field)}, which is matched as ${type}.`;
  return invalidQuery(shown(parameter), `${message} Allowed: ${operatorsOf(type).join(', ')}.`);
}

/** One of several values. A boolean field accepts a single value, except with `in`. */
function amongOf(
  { parameter, operator, value }: WrittenMatch,
  type: MatchType,
  column: CompiledColumn,
) {
  if (type === 'boolean' && operator === null)
    return comparedWith(column, 'eq', readMatchValue(parameter, value, type, column), parameter);
  const values = readMatchValues(parameter, value, type, column);
  const some = values.filter((each) => each !== null);
  const listed = isBoundAsList(some) ? [listOf(column, some)] : eachOf(column, some, parameter);
  return anyOf(values.includes(null) ? [...listed, isNull(column)] : listed);
}

const isBoundAsList = (values: readonly MatchValue[]): values is readonly (string | number)[] =>
  values.length > 1 &&
  values.every((value) => typeof value === 'string' || typeof value === 'number');

const listOf = (
  column: CompiledColumn,
  value: readonly (string | number)[],
): ResolvedCondition => ({
  kind: 'compare',
  column,
  comparison: 'in',
  value,
});

function eachOf(column: CompiledColumn, values: readonly MatchValue[], parameter: string) {
  if (values.length > MAX_PERIODS)
    throw invalidQuery(
      shown(parameter),
      `There are ${values.length} values; a list of this type has at most ${MAX_PERIODS}.`,
    );
  return values.map((value) => comparedWith(column, 'eq', value, parameter));
}

/** One value, or the first and the last value of a range, both included. */
function inRange(
  { parameter, value }: WrittenMatch,
  type: MatchType,
  column: CompiledColumn,
): ResolvedCondition {
  const [from, to, ...more] = readMatchValues(parameter, value, type, column);
  if (to === undefined) return comparedWith(column, 'eq', from!, parameter);
  if (more.length > 0) throw invalidQuery(shown(parameter), 'A range has two ends: "from,to".');
  return allOf([
    comparedWith(column, 'gte', from!, parameter),
    comparedWith(column, 'lte', to, parameter),
  ]);
}

function comparedWith(
  column: CompiledColumn,
  comparison: Comparison,
  value: MatchValue,
  parameter: string,
): ResolvedCondition {
  if (value === null) {
    if (comparison === 'eq') return isNull(column);
    throw invalidQuery(
      shown(parameter),
      'Comparison operators do not accept null; use "=" or "-".',
    );
  }
  if (typeof value === 'object') return periodCondition(column, comparison, value);
  return { kind: 'compare', column, comparison, value };
}

const isNull = (column: CompiledColumn): ResolvedCondition => ({
  kind: 'compare',
  column,
  comparison: 'eq',
  value: null,
});

const isKnown = (column: CompiledColumn): ResolvedCondition => ({
  kind: 'compare',
  column,
  comparison: 'ne',
  value: null,
});

/** A value is greater than a period only after the period has ended. */
function periodCondition(
  column: CompiledColumn,
  comparison: Comparison,
  { from, until }: Period,
): ResolvedCondition {
  const is = (side: 'gte' | 'lt', value: string): ResolvedCondition => ({
    kind: 'compare',
    column,
    comparison: side,
    value,
  });
  const isOver = until === null ? NOTHING : is('gte', until);
  const isNotOver = until === null ? isKnown(column) : is('lt', until);
  switch (comparison) {
    case 'eq':
      return allOf([is('gte', from), isNotOver]);
    case 'gt':
      return isOver;
    case 'gte':
      return is('gte', from);
    case 'lt':
      return is('lt', from);
    case 'lte':
      return isNotOver;
  }
}
