import { none } from '../entries/parameters.js';
import { defineRule } from '../entries/rule-entry.js';

/** Rules that change how the other rules of a field apply. */
export const flagRules = [
  defineRule({
    name: 'nullable',
    stage: 'flag',
    parameter: none,
    description: 'May be null. The other rules then ignore null, except those about presence.',
  }),
  defineRule({
    name: 'sometimes',
    stage: 'flag',
    parameter: none,
    description:
      'Is checked only if it is sent. This also applies to `required` and similar rules.',
  }),
  defineRule({
    name: 'bail',
    stage: 'flag',
    parameter: none,
    description: 'Reports only the first fault of the field.',
  }),
];
