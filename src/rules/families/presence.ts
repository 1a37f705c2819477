import { exactly, inexact, type SchemaPart } from '../json-schema.js';
import { none, siblings } from '../parameters.js';
import { defineRule, type RuleEntry, type RuleTexts } from '../rule-entry.js';
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

/** A demand on presence, made always or under a condition. */
interface Demand {
  readonly name: string;
  /** The demand without its end: `The :attribute field is required`. */
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
      description: `${description}, ${condition.asks}.`,
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
 * Neither null, nor blank text, nor an empty list: of values of a type, what is about that type.
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
    description: 'Is there, and neither null, nor blank text, nor an empty list',
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
    description: 'Is there, though it may be empty',
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
    description: 'Is not there',
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
    description: 'Is not there, or null, blank text or an empty list',
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
    description: 'Is there, and `true`, 1, `"1"`, `"true"`, `"yes"` or `"on"`, which become `true`',
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
    description:
      'Is there, and `false`, 0, `"0"`, `"false"`, `"no"` or `"off"`, which become `false`',
    isMet: isDeclined,
    read: () => false,
    schema: exactly({ enum: declinedValues }),
    conditions: [ifOther],
  },
];

/** Whether a field is there, and whether it may be empty. */
export const presenceRules: readonly RuleEntry[] = [
  ...demands.flatMap((demand) => [...rulesOf(demand)]),
  defineRule<null>({
    name: 'filled',
    stage: 'presence',
    parameter: none,
    description: 'Is neither null, nor blank text, nor an empty list, where it is there.',
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
    description: 'Where it is given, the named fields are not.',
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

/** What takes a field out of the values. */
export const exclusionRules: readonly RuleEntry[] = [
  defineRule<null>({
    name: 'exclude',
    stage: 'exclusion',
    parameter: none,
    description: 'Is left out of what is kept; its other rules are passed over.',
    says: 'The :attribute field is left out.',
    applies: () => true,
  }),
  ...[ifOther, unlessOther, withAny(given), withoutAny].map((condition) =>
    defineRule<unknown>({
      name: `exclude_${condition.suffix}`,
      stage: 'exclusion',
      parameter: condition.parameter,
      description: `Is left out of what is kept, ${condition.asks}.`,
      says: `The :attribute field is left out ${condition.when.en}.`,
      placeholders: condition.placeholders,
      applies: condition.applies,
      schema: () => inexact(),
    }),
  ),
];
