import {
  sibling,
  siblings,
  siblingValues,
  type RuleParameter,
  type SiblingValues,
} from '../entries/parameters.js';
import type { RuleFacts } from '../entries/rule-entry.js';
import { hasOneOf, isAccepted, isDeclined } from './given.js';

/** Paths of fields. */
export type FieldPaths = readonly string[];

/** Returns whether the field is given: present and not empty. */
export const given = (facts: RuleFacts, path: string): boolean => facts.isGiven(path);
/** Returns whether the field is present, even if it is empty. */
export const sent = (facts: RuleFacts, path: string): boolean => facts.sibling(path) !== undefined;

/** A condition for the presence of a field, by the suffix of the rule's name. */
export interface PresenceCondition<P> {
  readonly suffix: string;
  readonly parameter: RuleParameter<P>;
  readonly applies: (parameter: P, facts: RuleFacts) => boolean;
  /** Its description in the reference. */
  readonly description: string;
  readonly placeholders: (parameter: P) => Readonly<Record<string, string>>;
}

const one = <P>(condition: PresenceCondition<P>): PresenceCondition<unknown> =>
  condition as PresenceCondition<unknown>;

const ofValues = ({ path, values }: SiblingValues) => ({ other: path, values: values.join(', ') });
/** The placeholders for a list of fields. */
export const ofPaths = (paths: FieldPaths) => ({ values: paths.join(', ') });

/** `required_if:role,admin` */
export const ifOther = one({
  suffix: 'if',
  description: 'if the other field has one of the values',
  parameter: siblingValues,
  applies: (parameter, facts) => hasOneOf(facts, parameter),
  placeholders: ofValues,
});
/** `required_unless:role,guest` */
export const unlessOther = one({
  suffix: 'unless',
  description: 'unless the other field has one of the values',
  parameter: siblingValues,
  applies: (parameter, facts) => !hasOneOf(facts, parameter),
  placeholders: ofValues,
});
/** `required_with:a,b` */
export const withAny = (has: (facts: RuleFacts, path: string) => boolean) =>
  one<FieldPaths>({
    suffix: 'with',
    description: 'if one of the fields is given',
    parameter: siblings,
    applies: (paths, facts) => paths.some((path) => has(facts, path)),
    placeholders: ofPaths,
  });
/** `required_with_all:a,b` */
export const withAll = (has: (facts: RuleFacts, path: string) => boolean) =>
  one<FieldPaths>({
    suffix: 'with_all',
    description: 'if all of the fields are given',
    parameter: siblings,
    applies: (paths, facts) => paths.every((path) => has(facts, path)),
    placeholders: ofPaths,
  });
/** `required_without:a,b` */
export const withoutAny = one<FieldPaths>({
  suffix: 'without',
  description: 'if one of the fields is not given',
  parameter: siblings,
  applies: (paths, facts) => paths.some((path) => !given(facts, path)),
  placeholders: ofPaths,
});
/** `required_without_all:a,b` */
export const withoutAll = one<FieldPaths>({
  suffix: 'without_all',
  description: 'if none of the fields is given',
  parameter: siblings,
  applies: (paths, facts) => paths.every((path) => !given(facts, path)),
  placeholders: ofPaths,
});
/** `required_if_accepted:terms` */
export const ifAccepted = one<string>({
  suffix: 'if_accepted',
  description: 'if the other field is accepted',
  parameter: sibling,
  applies: (path, facts) => isAccepted(facts.sibling(path)),
  placeholders: (other) => ({ other }),
});
/** `required_if_declined:terms` */
export const ifDeclined = one<string>({
  suffix: 'if_declined',
  description: 'if the other field is declined',
  parameter: sibling,
  applies: (path, facts) => isDeclined(facts.sibling(path)),
  placeholders: (other) => ({ other }),
});
