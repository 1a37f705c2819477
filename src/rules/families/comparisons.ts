import { confirmationOf } from '../entries/confirmation-of.js';
import { canonical } from '../values/canonical.js';
import { inexact } from '../../base/json-schema.js';
import { none, sibling } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';

/**
 * Strings are compared directly: a long string must not be serialized again for each item of a
 * list.
 */
const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (isNested(a) && isNested(b) && canonical(a) === canonical(b));

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Rules that compare a value with that of another field. */
export const comparisonRules: readonly RuleEntry[] = [
  defineRule<string>({
    name: 'same',
    stage: 'value',
    parameter: sibling,
    description: 'Equals another field.',
    placeholders: (other) => ({ other }),
    check: (value, path, facts) => isEqual(value, facts.sibling(path)),
    schema: () => inexact(),
  }),
  defineRule<string>({
    name: 'different',
    stage: 'value',
    parameter: sibling,
    description: 'Does not equal another field.',
    placeholders: (other) => ({ other }),
    check: (value, path, facts) => !isEqual(value, facts.sibling(path)),
    schema: () => inexact(),
  }),
  defineRule<null>({
    name: 'confirmed',
    stage: 'value',
    parameter: none,
    description: 'Equals the field with the suffix `_confirmation`, which need not be declared.',
    check: (value, _parameter, facts) => isEqual(value, facts.sibling(confirmationOf(facts.path))),
    schema: () => inexact(),
  }),
];
