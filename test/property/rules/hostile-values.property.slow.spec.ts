import { resultsOf } from '../../support/results-of.js';
import { hostileRules } from './hostile-rules.js';

const resultOf = resultsOf('test/property/rules/count-hostile-steps.ts');

/**
 * Regular expressions are not counted: one that is not linear runs into the timeout of the test.
 */
describe('500 KB of any value', () => {
  it.each(hostileRules)(
    'are checked in a number of steps linear in the length, and never throw: %s',
    async (rule) => {
      expect(await resultOf(rule)).toEqual([]);
    },
  );
});
