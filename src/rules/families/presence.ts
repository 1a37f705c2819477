import { exactly, inexact, type SchemaPart } from '../../base/json-schema.js';
import { none, siblings } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';
import {
  given,
  ifAccepted,
  ifDeclined,
  ifOther,
  ofPaths,
  sent,
  unlessOther,
  withAll,
  withAny,
  withoutAll,
  withoutAny,
  type PresenceCondition,
  type FieldPaths,
} from './conditions.js';
import { acceptedValues, declinedValues, isAccepted, isDeclined, isGiven } from './given.js';

/** A requirement about presence, unconditional or with a condition. */
interface Demand {
  readonly name: string;
  readonly description: string;
  readonly isMet: (value: unknown) => boolean;
  readonly schema: SchemaPart;
  readonly read?: (value: unknown) => unknown;
  readonly conditions: readonly PresenceCondition<unknown>[];
}

function* rulesOf(demand: Demand): Iterable<RuleEntry> {
  const { name, description, isMet, schema, read } = demand;
  yield defineRule<null>({
    name,
    stage: 'presence',
    parameter: none,
    description: `${description}.`,
    check: isMet,
    ...(read && { read }),
    schema: () => schema,
  });
  for (const condition of demand.conditions)
    yield defineRule<unknown>({
      name: `${name}_${condition.suffix}`,
      stage: 'presence',
      parameter: condition.parameter,
      description: `${description}, ${condition.description}.`,
      placeholders: condition.placeholders,
      check: (value, parameter, facts) => !condition.applies(parameter, facts) || isMet(value),
      ...(read && {
        read: (value, parameter, facts) =>
          condition.applies(parameter, facts) ? read(value) : value,
      }),
      schema: () => inexact(),
    });
}

/**
 * Neither null, nor a blank string, nor an empty list. Each keyword applies to values of its type
 * only.
 */
const something = exactly({ pattern: '\\S', minItems: 1 });

const demands: readonly Demand[] = [
  {
    name: 'required',
    description: 'Is present, and not null, a blank string or an empty list',
    isMet: isGiven,
    schema: something,
    conditions: [
      ifOther,
      unlessOther,
      withAny(given),
      withAll(given),
      withoutAny,
      withoutAll,
      ifAccepted,
      ifDeclined,
    ],
  },
  {
    name: 'present',
    description: 'Is present, but may be empty',
    isMet: (value) => value !== undefined,
    schema: exactly({}),
    conditions: [ifOther, unlessOther, withAny(sent), withAll(sent)],
  },
  {
    name: 'missing',
    description: 'Is absent',
    isMet: (value) => value === undefined,
    schema: exactly({ not: {} }),
    conditions: [ifOther, unlessOther, withAny(sent), withAll(sent)],
  },
  {
    name: 'prohibited',
    description: 'Is absent, null, a blank string or an empty list',
    isMet: (value) => !isGiven(value),
    schema: exactly({ type: ['null', 'string', 'array'], pattern: '^\\s*$', maxItems: 0 }),
    conditions: [ifOther, unlessOther, ifAccepted, ifDeclined],
  },
  {
    name: 'accepted',
    description: 'Is `true`, 1, `"1"`, `"true"`, `"yes"` or `"on"`, which become `true`',
    isMet: isAccepted,
    read: () => true,
    schema: exactly({ enum: acceptedValues }),
    conditions: [ifOther],
  },
  {
    name: 'declined',
    description: 'Is `false`, 0, `"0"`, `"false"`, `"no"` or `"off"`, which become `false`',
    isMet: isDeclined,
    read: () => false,
    schema: exactly({ enum: declinedValues }),
    conditions: [ifOther],
  },
];

/** Rules about whether a field is present, and whether it may be empty. */
export const presenceRules: readonly RuleEntry[] = [
  ...demands.flatMap((demand) => [...rulesOf(demand)]),
  defineRule<null>({
    name: 'filled',
    stage: 'presence',
    parameter: none,
    description: 'If present, is not null, a blank string or an empty list.',
    check: (value) => value === undefined || isGiven(value),
    schema: () => something,
  }),
  defineRule<FieldPaths>({
    name: 'prohibits',
    stage: 'presence',
    parameter: siblings,
    description: 'If it is given, the named fields must not be given.',
    placeholders: ofPaths,
    check: (value, paths, facts) => !isGiven(value) || !paths.some((path) => given(facts, path)),
    schema: () => inexact(),
  }),
];

/** Conditions, and how the description of a schema puts them. */
const exclusions: readonly (readonly [PresenceCondition<unknown>, string])[] = [
  [ifOther, 'when :other is :values'],
  [unlessOther, 'unless :other is :values'],
  [withAny(given), 'when :values is given'],
  [withoutAny, 'when :values is not given'],
];

/** Rules that remove a field from the values. */
export const exclusionRules: readonly RuleEntry[] = [
  defineRule<null>({
    name: 'exclude',
    stage: 'exclusion',
    parameter: none,
    description: 'Is excluded from the values; its other rules are ignored.',
    sentence: 'The :attribute field is excluded.',
    applies: () => true,
  }),
  ...exclusions.map(([condition, when]) =>
    defineRule<unknown>({
      name: `exclude_${condition.suffix}`,
      stage: 'exclusion',
      parameter: condition.parameter,
      description: `Is excluded from the values ${condition.description}.`,
      sentence: `The :attribute field is excluded ${when}.`,
      placeholders: condition.placeholders,
      applies: condition.applies,
      schema: () => inexact(),
    }),
  ),
];
