import { none } from '../parameters.js';
import { defineRule } from '../rule-entry.js';

/** How the other rules of a field are taken. */
export const flagRules = [
  defineRule({
    name: 'nullable',
    stage: 'flag',
    parameter: none,
    description: 'May be null; the other rules pass null over, those about presence aside.',
  }),
  defineRule({
    name: 'sometimes',
    stage: 'flag',
    parameter: none,
    description: 'Is checked only where it is sent, `required` and its kin included.',
  }),
  defineRule({
    name: 'bail',
    stage: 'flag',
    parameter: none,
    description: 'Tells only the first fault of the field.',
  }),
];
