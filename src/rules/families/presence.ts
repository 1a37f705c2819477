import { exactly, inexact, type SchemaPart } from '../../base/json-schema.js';
import { none, siblings } from '../entries/parameters.js';
import { defineRule, type RuleEntry, type RuleTexts } from '../entries/rule-entry.js';
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
  type Condition,
  type Paths,
} from './conditions.js';
import { acceptedValues, declinedValues, isAccepted, isDeclined, isGiven } from './given.js';

/** A requirement about presence, unconditional or with a condition. */
interface Demand {
  readonly name: string;
  /** The message without its condition: `The :attribute field is required`. */
  readonly texts: Readonly<Record<'en' | 'de' | 'fr', string>>;
  readonly description: string;
  readonly isMet: (value: unknown) => boolean;
  readonly schema: SchemaPart;
  readonly read?: (value: unknown) => unknown;
  readonly conditions: readonly Condition<unknown>[];
}

const messagesOf = ({ texts }: Demand, { when }: Condition<unknown>): RuleTexts => ({
  en: `${texts.en} ${when.en}.`,
  de: `${texts.de}, ${when.de}.`,
  fr: `${texts.fr} ${when.fr}.`,
});

function* rulesOf(demand: Demand): Iterable<RuleEntry> {
  const { name, texts, description, isMet, schema, read } = demand;
  yield defineRule<null>({
    name,
    stage: 'presence',
    parameter: none,
    description: `${description}.`,
    texts: { en: `${texts.en}.`, de: `${texts.de}.`, fr: `${texts.fr}.` },
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
      texts: messagesOf(demand, condition),
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
    texts: {
      en: 'The :attribute field is required',
      de: 'Das Feld :attribute ist erforderlich',
      fr: 'Le champ :attribute est obligatoire',
    },
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
    texts: {
      en: 'The :attribute field must be present',
      de: 'Das Feld :attribute muss vorhanden sein',
      fr: 'Le champ :attribute doit être présent',
    },
    description: 'Is present, but may be empty',
    isMet: (value) => value !== undefined,
    schema: exactly({}),
    conditions: [ifOther, unlessOther, withAny(sent), withAll(sent)],
  },
  {
    name: 'missing',
    texts: {
      en: 'The :attribute field must be missing',
      de: 'Das Feld :attribute darf nicht vorhanden sein',
      fr: 'Le champ :attribute doit être absent',
    },
    description: 'Is absent',
    isMet: (value) => value === undefined,
    schema: exactly({ not: {} }),
    conditions: [ifOther, unlessOther, withAny(sent), withAll(sent)],
  },
  {
    name: 'prohibited',
    texts: {
      en: 'The :attribute field is prohibited',
      de: 'Das Feld :attribute ist unzulässig',
      fr: 'Le champ :attribute est interdit',
    },
    description: 'Is absent, null, a blank string or an empty list',
    isMet: (value) => !isGiven(value),
    schema: exactly({ type: ['null', 'string', 'array'], pattern: '^\\s*$', maxItems: 0 }),
    conditions: [ifOther, unlessOther, ifAccepted, ifDeclined],
  },
  {
    name: 'accepted',
    texts: {
      en: 'The :attribute field must be accepted',
      de: 'Das Feld :attribute muss akzeptiert werden',
      fr: 'Le champ :attribute doit être accepté',
    },
    description: 'Is `true`, 1, `"1"`, `"true"`, `"yes"` or `"on"`, which become `true`',
    isMet: isAccepted,
    read: () => true,
    schema: exactly({ enum: acceptedValues }),
    conditions: [ifOther],
  },
  {
    name: 'declined',
    texts: {
      en: 'The :attribute field must be declined',
      de: 'Das Feld :attribute muss abgelehnt werden',
      fr: 'Le champ :attribute doit être refusé',
    },
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
    texts: {
      en: 'The :attribute field must have a value.',
      de: 'Das Feld :attribute muss einen Wert haben.',
      fr: 'Le champ :attribute doit avoir une valeur.',
    },
    check: (value) => value === undefined || isGiven(value),
    schema: () => something,
  }),
  defineRule<Paths>({
    name: 'prohibits',
    stage: 'presence',
    parameter: siblings,
    description: 'If it is given, the named fields must not be given.',
    texts: {
      en: 'The :attribute field prohibits :values from being given.',
      de: 'Das Feld :attribute lässt :values nicht zu.',
      fr: 'Le champ :attribute interdit :values.',
    },
    placeholders: ofPaths,
    check: (value, paths, facts) => !isGiven(value) || !paths.some((path) => given(facts, path)),
    schema: () => inexact(),
  }),
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
  ...[ifOther, unlessOther, withAny(given), withoutAny].map((condition) =>
    defineRule<unknown>({
      name: `exclude_${condition.suffix}`,
      stage: 'exclusion',
      parameter: condition.parameter,
      description: `Is excluded from the values ${condition.description}.`,
      sentence: `The :attribute field is excluded ${condition.when.en}.`,
      placeholders: condition.placeholders,
      applies: condition.applies,
      schema: () => inexact(),
    }),
  ),
];
