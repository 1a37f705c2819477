import { exactly, roughly, type SchemaPart } from '../json-schema.js';
import { none, sibling, siblings, siblingValues, type Parameter, type SiblingValues } from '../parameters.js';
import { defineRule, type Facts, type RuleEntry, type RuleTexts } from '../rule-entry.js';
import type { ValueKind } from '../value-kind.js';
import { acceptedValues, declinedValues, holdsOne, isAccepted, isDeclined, isGiven } from './given.js';

type Paths = readonly string[];

const given = (facts: Facts, path: string): boolean => facts.isGiven(path);
const sent = (facts: Facts, path: string): boolean => facts.sibling(path) !== undefined;

/** What the presence of a field may hang on, by the end of a rule's name. */
interface Condition<P> {
  readonly suffix: string;
  readonly parameter: Parameter<P>;
  readonly applies: (parameter: P, facts: Facts) => boolean;
  /** The same for the reference. */
  readonly asks: string;
  /** `when :other is :values`, in each language. */
  readonly when: Readonly<Record<'en' | 'de' | 'fr', string>>;
  readonly placeholders: (parameter: P) => Readonly<Record<string, string>>;
}

const one = <P>(condition: Condition<P>): Condition<unknown> => condition as Condition<unknown>;

const ofValues = ({ path, values }: SiblingValues) => ({ other: path, values: values.join(', ') });
const ofPaths = (paths: Paths) => ({ values: paths.join(', ') });

const ifOther = one({
  suffix: 'if',
  asks: 'where the field holds one of the values',
  parameter: siblingValues,
  applies: (parameter, facts) => holdsOne(facts, parameter),
  when: { en: 'when :other is :values', de: 'wenn :other :values ist', fr: 'quand :other vaut :values' },
  placeholders: ofValues,
});
const unlessOther = one({
  suffix: 'unless',
  asks: 'unless the field holds one of the values',
  parameter: siblingValues,
  applies: (parameter, facts) => !holdsOne(facts, parameter),
  when: {
    en: 'unless :other is :values',
    de: 'außer wenn :other :values ist',
    fr: 'sauf si :other vaut :values',
  },
  placeholders: ofValues,
});
const withAny = (has: (facts: Facts, path: string) => boolean) =>
  one<Paths>({
    suffix: 'with',
    asks: 'where one of the fields is given',
    parameter: siblings,
    applies: (paths, facts) => paths.some((path) => has(facts, path)),
    when: { en: 'when :values is given', de: 'wenn :values angegeben ist', fr: 'quand :values est fourni' },
    placeholders: ofPaths,
  });
const withAll = (has: (facts: Facts, path: string) => boolean) =>
  one<Paths>({
    suffix: 'with_all',
    asks: 'where all of the fields are given',
    parameter: siblings,
    applies: (paths, facts) => paths.every((path) => has(facts, path)),
    when: { en: 'when :values are given', de: 'wenn :values angegeben sind', fr: 'quand :values sont fournis' },
    placeholders: ofPaths,
  });
const withoutAny = one<Paths>({
  suffix: 'without',
  asks: 'where one of the fields is not given',
  parameter: siblings,
  applies: (paths, facts) => paths.some((path) => !given(facts, path)),
  when: {
    en: 'when :values is not given',
    de: 'wenn :values nicht angegeben ist',
    fr: "quand :values n'est pas fourni",
  },
  placeholders: ofPaths,
});
const withoutAll = one<Paths>({
  suffix: 'without_all',
  asks: 'where none of the fields is given',
  parameter: siblings,
  applies: (paths, facts) => paths.every((path) => !given(facts, path)),
  when: {
    en: 'when none of :values are given',
    de: 'wenn nichts von :values angegeben ist',
    fr: "quand rien de :values n'est fourni",
  },
  placeholders: ofPaths,
});
const ifAccepted = one<string>({
  suffix: 'if_accepted',
  asks: 'where the field is accepted',
  parameter: sibling,
  applies: (path, facts) => isAccepted(facts.sibling(path)),
  when: { en: 'when :other is accepted', de: 'wenn :other akzeptiert ist', fr: 'quand :other est accepté' },
  placeholders: (other) => ({ other }),
});
const ifDeclined = one<string>({
  suffix: 'if_declined',
  asks: 'where the field is declined',
  parameter: sibling,
  applies: (path, facts) => isDeclined(facts.sibling(path)),
  when: { en: 'when :other is declined', de: 'wenn :other abgelehnt ist', fr: 'quand :other est refusé' },
  placeholders: (other) => ({ other }),
});

/** A demand on presence, made always or under a condition. */
interface Demand {
  readonly name: string;
  /** The demand without its end: `The :attribute field is required`. */
  readonly texts: Readonly<Record<'en' | 'de' | 'fr', string>>;
  readonly description: string;
  readonly isMet: (value: unknown) => boolean;
  readonly schema?: (kind: ValueKind | null) => SchemaPart;
  readonly read?: (value: unknown) => unknown;
  readonly conditions: readonly Condition<unknown>[];
}

const textsOf = ({ texts }: Demand, { when }: Condition<unknown>): RuleTexts => ({
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
    schema: (_parameter, kind) => schema?.(kind) ?? roughly(),
  });
  for (const condition of demand.conditions)
    yield defineRule<unknown>({
      name: `${name}_${condition.suffix}`,
      stage: 'presence',
      parameter: condition.parameter,
      description: `${description}, ${condition.asks}.`,
      texts: textsOf(demand, condition),
      placeholders: condition.placeholders,
      check: (value, parameter, facts) => !condition.applies(parameter, facts) || isMet(value),
      ...(read && { read: (value, parameter, facts) => (condition.applies(parameter, facts) ? read(value) : value) }),
      schema: () => roughly(),
    });
}

/** Neither null, nor blank text, nor an empty list: of values of a type, what is about that type. */
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
    schema: () => something,
    conditions: [ifOther, unlessOther, withAny(given), withAll(given), withoutAny, withoutAll, ifAccepted, ifDeclined],
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
    schema: () => exactly({}),
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
    schema: () => exactly({ not: {} }),
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
    schema: () => exactly({ type: ['null', 'string', 'array'], pattern: '^\\s*$', maxItems: 0 }),
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
    schema: () => exactly({ enum: acceptedValues }),
    conditions: [ifOther],
  },
  {
    name: 'declined',
    texts: {
      en: 'The :attribute field must be declined',
      de: 'Das Feld :attribute muss abgelehnt werden',
      fr: 'Le champ :attribute doit être refusé',
    },
    description: 'Is there, and `false`, 0, `"0"`, `"false"`, `"no"` or `"off"`, which become `false`',
    isMet: isDeclined,
    read: () => false,
    schema: () => exactly({ enum: declinedValues }),
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
    schema: () => roughly(),
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
      schema: () => roughly(),
    }),
  ),
];
