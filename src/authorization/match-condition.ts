import { invalidQuery } from '../errors/index.js';
import type { CompiledColumn, MatchType } from '../registry/compiled-resource.js';
import { readMatchValue, readMatchValues, type MatchValue } from '../request/match-values.js';
import type { Period } from '../request/period.js';
import { quoted, shown } from '../request/refusal.js';
import { operatorsOf, type MatchOperator } from '../request/match-operators.js';
import type { WrittenMatch } from '../request/resource-query.js';
import type { Matchable } from './allow-list.js';
import { allOf, anyOf, NOTHING, type ResolvedCondition } from './resolved-condition.js';

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** Types of which two values between commas are the ends of a range. */
const ranges: readonly MatchType[] = ['between', 'datetime'];
/** A list of days is as many comparisons. */
const MAX_PERIODS = 100;

/**
 * What a match asks of its column, before it is negated.
 *
 * @throws RequestError `invalid_query` when the type has no such operator, or the value is of
 * another type
 */
export function matchCondition(
  { field: { column }, type }: Matchable,
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

/** What each operator asks of its column: a row per operator. @contract C5.6 */
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
  const text = `"${operator}" is no operator for ${quoted(field)}, which is matched as ${type}.`;
  return invalidQuery(shown(parameter), `${text} Allowed: ${operatorsOf(type).join(', ')}.`);
}

/** One of several values; a boolean field takes a single one unless `in` says otherwise. */
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

/** One value, or the first and the last of a range, both of which belong to it. */
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
    throw invalidQuery(shown(parameter), 'Nothing is greater or less than "null".');
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

/** A period lasts: what is later begins where it ends. */
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
