import { countSteps } from '../../support/count-steps.js';
import { ruleCases } from '../../unit/rules/rule-cases.js';
import { contextIn, ruleSet } from '../../unit/rules/rule-set.js';
import { hostileValues } from './hostile-values.js';

const rules = [
  ...new Set([
    ...ruleCases.map(({ rule }) => rule),
    'regex:^(a+)+$',
    'regex:(.*)*(.*)*(.*)*x',
    'not_regex:\\s+$',
    'nullable',
    'exclude_if:a,1',
  ]),
];

const PARTS = 8;
const [small, large] = [hostileValues(1 / PARTS), hostileValues(1)];

/** The value as a field, as a list with rules for its items, and beside such a list. */
const places = (value: unknown, share: number) => [
  { x: value },
  { y: value },
  { y: Array<number>(1000 * share).fill(1), a: value },
];

/**
 * Regular expressions are not counted: one that is not linear runs into the timeout of the test.
 */
describe('500 KB of any value', () => {
  it.each(rules)(
    'are checked in a number of steps linear in the length, and never throw: %s',
    async (rule) => {
      const set = ruleSet({ x: [rule], 'y.*': [rule] });
      const stepsOf = (value: unknown, share: number) =>
        countSteps(
          async () => {
            for (const values of places(value, share)) await set.check(values, contextIn());
          },
          'src',
          'node_modules/validator',
        );
      const steep: unknown[] = [];
      for (const [at, [kind, value]] of large.entries()) {
        const [less, more] = [await stepsOf(small[at]![1], 1 / PARTS), await stepsOf(value, 1)];
        if (more > less * PARTS * 1.25 + 1000) steep.push([kind, less, more]);
      }
      expect(steep).toEqual([]);
    },
  );
});
