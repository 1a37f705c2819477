import type { Decimal } from '../values/decimals.js';
import {
  exactly,
  impossible,
  inexact,
  type JsonSchema,
  type SchemaPart,
} from '../../base/json-schema.js';
import { compareSize, sizeOf } from '../values/measure.js';
import {
  boundOrSibling,
  number,
  pair,
  type Bound,
  type BoundOrSibling,
} from '../entries/parameters.js';
import { defineRule, type RuleFacts, type RuleEntry } from '../entries/rule-entry.js';
import type { ValueKind } from '../values/value-kind.js';

interface Keywords {
  readonly min: string;
  readonly max: string;
}
const counted: Readonly<Partial<Record<ValueKind, Keywords>>> = {
  string: { min: 'minLength', max: 'maxLength' },
  array: { min: 'minItems', max: 'maxItems' },
  object: { min: 'minProperties', max: 'maxProperties' },
};

/** A lower and an upper bound, each optional. `strict` excludes the bounds themselves. */
interface Limits {
  readonly min?: Decimal;
  readonly max?: Decimal;
  readonly strict?: boolean;
}

/** Returns the schema of bounds for a kind of value; without a kind, for all values with a size. */
function sizeSchema(limits: Limits, kind: ValueKind | null): SchemaPart {
  if (kind === 'number') return exactly(numberSchema(limits));
  if (kind === null) return ofAnything(limits);
  const keywords = counted[kind];
  if (keywords) return countSchema(limits, keywords);
  return kind === 'file' ? inexact() : impossible;
}

const numberSchema = ({ min, max, strict }: Limits): JsonSchema => ({
  ...(min && { [strict ? 'exclusiveMinimum' : 'minimum']: toNumber(min) }),
  ...(max && { [strict ? 'exclusiveMaximum' : 'maximum']: toNumber(max) }),
});

function countSchema(
  { min, max, strict }: Limits,
  { min: least, max: most }: Keywords,
): SchemaPart {
  const from = min && Math.max(0, wholeAbove(toNumber(min), strict));
  const to = max && wholeBelow(toNumber(max), strict);
  if (to !== undefined && (to < 0 || (from !== undefined && to < from))) return impossible;
  return exactly({
    ...(from !== undefined && { [least]: from }),
    ...(to !== undefined && { [most]: to }),
  });
}

const wholeAbove = (bound: number, strict = false) =>
  strict ? Math.floor(bound) + 1 : Math.ceil(bound);
const wholeBelow = (bound: number, strict = false) =>
  strict ? Math.ceil(bound) - 1 : Math.floor(bound);

function ofAnything(limits: Limits): SchemaPart {
  const parts = Object.values(counted).map((keywords) => countSchema(limits, keywords).schema);
  const isPossible = parts.every((part) => !('not' in part));
  const types = ['number', ...(isPossible ? Object.keys(counted) : [])];
  return exactly({
    type: types,
    ...numberSchema(limits),
    ...(isPossible && (Object.assign({}, ...parts) as JsonSchema)),
  });
}

const toNumber = ({ units, places }: Decimal): number => Number(units) / 10 ** places;

/** Rules that compare the size of a value with numbers. */
const boundRules: readonly RuleEntry[] = [
  defineRule<Bound>({
    name: 'min',
    stage: 'value',
    parameter: number,
    description: 'Has at least this value or size.',
    placeholders: ({ written }) => ({ min: written }),
    check: (value, { decimal }, { kind }) => (compareSize(value, kind, decimal) ?? -1) >= 0,
    schema: ({ decimal }, kind) => sizeSchema({ min: decimal }, kind),
  }),
  defineRule<Bound>({
    name: 'max',
    stage: 'value',
    parameter: number,
    description: 'Has at most this value or size.',
    placeholders: ({ written }) => ({ max: written }),
    check: (value, { decimal }, { kind }) => (compareSize(value, kind, decimal) ?? 1) <= 0,
    schema: ({ decimal }, kind) => sizeSchema({ max: decimal }, kind),
  }),
  defineRule<Bound>({
    name: 'size',
    stage: 'value',
    parameter: number,
    description: 'Has exactly this value or size.',
    placeholders: ({ written }) => ({ size: written }),
    check: (value, { decimal }, { kind }) => compareSize(value, kind, decimal) === 0,
    schema: ({ decimal }, kind) => sizeSchema({ min: decimal, max: decimal }, kind),
  }),
  defineRule({
    name: 'between',
    stage: 'value',
    parameter: pair,
    description: 'Has at least the first and at most the second value or size.',
    placeholders: ({ min, max }) => ({ min: min.written, max: max.written }),
    check: (value, { min, max }, { kind }) =>
      (compareSize(value, kind, min.decimal) ?? -1) >= 0 &&
      (compareSize(value, kind, max.decimal) ?? 1) <= 0,
    schema: ({ min, max }, kind) => sizeSchema({ min: min.decimal, max: max.decimal }, kind),
  }),
];

interface Comparison {
  readonly name: string;
  readonly description: string;
  readonly accepts: (compared: number) => boolean;
  readonly limits: (bound: Decimal) => Limits;
}

/** Returns the bound: a number, or the size of a sibling; `undefined` if there is no sibling. */
const boundOf = (parameter: BoundOrSibling, facts: RuleFacts): Decimal | null | undefined =>
  'path' in parameter ? facts.siblingSize(parameter.path) : parameter.decimal;

const comparisonRule = ({ name, description, accepts, limits }: Comparison): RuleEntry =>
  defineRule<BoundOrSibling>({
    name,
    stage: 'value',
    parameter: boundOrSibling,
    description: `${description} a number, or the size of another field, if that is given.`,
    placeholders: (parameter) => ({
      value: 'path' in parameter ? parameter.path : parameter.written,
    }),
    check: (value, parameter, facts) => {
      const bound = boundOf(parameter, facts);
      if (bound === undefined) return sizeOf(value, facts.kind) !== null;
      const compared = bound && compareSize(value, facts.kind, bound);
      return compared !== null && accepts(compared);
    },
    schema: (parameter, kind) =>
      'path' in parameter ? inexact() : sizeSchema(limits(parameter.decimal), kind),
  });

const comparisonRules: readonly RuleEntry[] = [
  comparisonRule({
    name: 'gt',
    description: 'Is more than',
    accepts: (compared) => compared > 0,
    limits: (min) => ({ min, strict: true }),
  }),
  comparisonRule({
    name: 'gte',
    description: 'Is at least',
    accepts: (compared) => compared >= 0,
    limits: (min) => ({ min }),
  }),
  comparisonRule({
    name: 'lt',
    description: 'Is less than',
    accepts: (compared) => compared < 0,
    limits: (max) => ({ max, strict: true }),
  }),
  comparisonRule({
    name: 'lte',
    description: 'Is at most',
    accepts: (compared) => compared <= 0,
    limits: (max) => ({ max }),
  }),
];

/**
 * Rules about the size of a value: a number itself, characters of a string, items of a list,
 * members of an object, kilobytes of a file.
 */
export const sizeRules: readonly RuleEntry[] = [...boundRules, ...comparisonRules];
