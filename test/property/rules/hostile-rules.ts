import { ruleCases } from '../../unit/rules/rule-cases.js';

/** Every rule of the test cases, and some that are harder than they look. */
export const hostileRules: readonly string[] = [
  ...new Set([
    ...ruleCases.map(({ rule }) => rule),
    'regex:^(a+)+$',
    'regex:(.*)*(.*)*(.*)*x',
    'not_regex:\\s+$',
    'nullable',
    'exclude_if:a,1',
  ]),
];
