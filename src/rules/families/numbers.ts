import { decimalOf, isMultipleOf, MAX_PLACES } from '../values/decimals.js';
import { exactly, inexact, type SchemaPart } from '../../base/json-schema.js';
import {
  count,
  countPair,
  number,
  places,
  type Bound,
  type Counts,
} from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';
import type { ValueKind } from '../values/value-kind.js';

/**
 * Counts the digits of a whole number that is not negative, or of a string of digits; `null` for
 * other values.
 */
function countDigits(value: unknown): number | null {
  const written = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof written === 'string' && /^\d+$/.test(written) ? written.length : null;
}

const MAX = Number.MAX_SAFE_INTEGER;

/** Returns the schema of strings with a number of digits, and of whole numbers with as many. */
function digitsSchema(min: number, max: number, kind: ValueKind | null): SchemaPart {
  const stringSchema = { pattern: `^\\d{${Math.max(1, min)},${Number.isFinite(max) ? max : ''}}$` };
  const asNumber = {
    minimum: min <= 1 ? 0 : 10 ** (min - 1),
    maximum: Math.min(10 ** max - 1, MAX),
  };
  if (max < 1) return exactly({ not: {} });
  if (kind === 'string') return exactly(stringSchema);
  if (kind === 'number')
    return inexact({ type: ['integer', 'string'], ...asNumber, ...stringSchema });
  return exactly({ type: ['integer', 'string'], ...asNumber, ...stringSchema });
}

interface Digits<P> {
  readonly name: string;
  readonly description: string;
  readonly counts: (parameter: P) => Counts;
}

const digitsCheck =
  <P>(counts: (parameter: P) => Counts) =>
  (value: unknown, parameter: P): boolean => {
    const digits = countDigits(value);
    const { min, max } = counts(parameter);
    return digits !== null && digits >= min && digits <= max;
  };

const digitsRule = ({ counts, ...digits }: Digits<number>, placeholder: string): RuleEntry =>
  defineRule<number>({
    ...digits,
    stage: 'value',
    parameter: count,
    placeholders: (digits) => ({ [placeholder]: digits }),
    check: digitsCheck(counts),
    schema: (digits, kind) => digitsSchema(counts(digits).min, counts(digits).max, kind),
  });

/** Counts decimal places as they are written; a JSON number has lost its trailing zeros. */
function hasPlaces(value: unknown, expected: Counts | null): boolean {
  const decimal = decimalOf(value);
  if (!decimal) return false;
  const min = typeof value === 'number' ? 0 : (expected?.min ?? 0);
  return decimal.places >= min && decimal.places <= (expected?.max ?? Infinity);
}

const describePlaces = ({ min, max }: Counts): string => (min === max ? `${min}` : `${min}-${max}`);

const orMore = (expected: Counts | null) => (expected ? `${expected.min},${expected.max}` : '0,');

/** Rules about how numbers are written. */
export const numberRules: readonly RuleEntry[] = [
  digitsRule(
    {
      name: 'digits',
      description: 'Is a whole number, or a string of digits, with this number of digits.',
      counts: (digits) => ({ min: digits, max: digits }),
    },
    'digits',
  ),
  digitsRule(
    {
      name: 'min_digits',
      description: 'Is a whole number, or a string of digits, with at least this number of digits.',
      counts: (min) => ({ min, max: Infinity }),
    },
    'min',
  ),
  digitsRule(
    {
      name: 'max_digits',
      description: 'Is a whole number, or a string of digits, with at most this number of digits.',
      counts: (max) => ({ min: 0, max }),
    },
    'max',
  ),
  defineRule<Counts>({
    name: 'digits_between',
    stage: 'value',
    parameter: countPair,
    description:
      'Is a whole number, or a string of digits, whose number of digits is between the two.',
    placeholders: ({ min, max }) => ({ min, max }),
    check: digitsCheck((counts) => counts),
    schema: ({ min, max }, kind) => digitsSchema(min, max, kind),
  }),
  defineRule<Counts | null>({
    name: 'decimal',
    stage: 'format',
    kind: 'number',
    parameter: places,
    description:
      'Is a number, or a string that contains one, with this number of decimal places. A JSON number has no trailing zeros, so only the maximum applies to it.',
    placeholders: (counts) => ({ decimal: describePlaces(counts ?? { min: 0, max: MAX_PLACES }) }),
    check: hasPlaces,
    schema: (counts) => {
      const places = counts?.max === 0 ? '' : `\\.\\d{${orMore(counts).replace(/^0,/, '1,')}}`;
      const optional = counts && counts.min > 0 ? places : places && `(${places})?`;
      return inexact({ type: ['number', 'string'], pattern: `^-?\\d+${optional}$` });
    },
  }),
  defineRule<Bound>({
    name: 'multiple_of',
    stage: 'value',
    kind: 'number',
    parameter: number,
    description: 'Is an exact multiple of the number: 0.3 is a multiple of 0.1.',
    placeholders: ({ written }) => ({ value: written }),
    check: (value, { decimal }) => {
      const exact = decimalOf(value);
      return exact !== null && isMultipleOf(exact, decimal);
    },
    // Schema validators divide with rounding and would refuse 0.3 as a multiple of 0.1, so the schema omits fractions.
    schema: ({ decimal: { units, places: behind } }) =>
      behind === 0 && units > 0n ? inexact({ multipleOf: Number(units) }) : inexact(),
  }),
];
