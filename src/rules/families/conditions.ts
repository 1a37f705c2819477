import {
  sibling,
  siblings,
  siblingValues,
  type Parameter,
  type SiblingValues,
} from '../parameters.js';
import type { Facts } from '../rule-entry.js';
import { holdsOne, isAccepted, isDeclined } from './given.js';

/** Fields, by their paths. */
export type Paths = readonly string[];

/** Is the field something? */
export const given = (facts: Facts, path: string): boolean => facts.isGiven(path);
/** Is the field there, whatever it holds? */
export const sent = (facts: Facts, path: string): boolean => facts.sibling(path) !== undefined;

/** What the presence of a field may hang on, by the end of a rule's name. */
export interface Condition<P> {
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
/** Fields as texts name them. */
export const ofPaths = (paths: Paths) => ({ values: paths.join(', ') });

/** `required_if:role,admin` */
export const ifOther = one({
  suffix: 'if',
  asks: 'where the field holds one of the values',
  parameter: siblingValues,
  applies: (parameter, facts) => holdsOne(facts, parameter),
  when: {
    en: 'when :other is :values',
    de: 'wenn :other :values ist',
    fr: 'quand :other vaut :values',
  },
  placeholders: ofValues,
});
/** `required_unless:role,guest` */
export const unlessOther = one({
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
/** `required_with:a,b` */
export const withAny = (has: (facts: Facts, path: string) => boolean) =>
  one<Paths>({
    suffix: 'with',
    asks: 'where one of the fields is given',
    parameter: siblings,
    applies: (paths, facts) => paths.some((path) => has(facts, path)),
    when: {
      en: 'when :values is given',
      de: 'wenn :values angegeben ist',
      fr: 'quand :values est fourni',
    },
    placeholders: ofPaths,
  });
/** `required_with_all:a,b` */
export const withAll = (has: (facts: Facts, path: string) => boolean) =>
  one<Paths>({
    suffix: 'with_all',
    asks: 'where all of the fields are given',
    parameter: siblings,
    applies: (paths, facts) => paths.every((path) => has(facts, path)),
    when: {
      en: 'when :values are given',
      de: 'wenn :values angegeben sind',
      fr: 'quand :values sont fournis',
    },
    placeholders: ofPaths,
  });
/** `required_without:a,b` */
export const withoutAny = one<Paths>({
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
/** `required_without_all:a,b` */
export const withoutAll = one<Paths>({
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
/** `required_if_accepted:terms` */
export const ifAccepted = one<string>({
  suffix: 'if_accepted',
  asks: 'where the field is accepted',
  parameter: sibling,
  applies: (path, facts) => isAccepted(facts.sibling(path)),
  when: {
    en: 'when :other is accepted',
    de: 'wenn :other akzeptiert ist',
    fr: 'quand :other est accepté',
  },
  placeholders: (other) => ({ other }),
});
/** `required_if_declined:terms` */
export const ifDeclined = one<string>({
  suffix: 'if_declined',
  asks: 'where the field is declined',
  parameter: sibling,
  applies: (path, facts) => isDeclined(facts.sibling(path)),
  when: {
    en: 'when :other is declined',
    de: 'wenn :other abgelehnt ist',
    fr: 'quand :other est refusé',
  },
  placeholders: (other) => ({ other }),
});
