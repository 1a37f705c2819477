import { countSteps } from '../../support/count-steps.js';
import { contextIn, ruleSet } from '../../unit/rules/rule-set.js';
import { hostileRules } from './hostile-rules.js';
import { hostileValues } from './hostile-values.js';

const PARTS = 8;
const [small, large] = [hostileValues(1 / PARTS), hostileValues(1)];

/** The value as a field, as a list with rules for its items, and beside such a list. */
const places = (value: unknown, share: number) => [
  { x: value },
  { y: value },
  { y: Array<number>(1000 * share).fill(1), a: value },
];

// Prints for each rule the kinds of values whose steps grow faster than their length.
for (const rule of hostileRules) {
  const set = ruleSet({ x: [rule], 'y.*': [rule] });
  const stepsOf = (value: unknown, share: number) =>
    countSteps(
      async () => {
        for (const values of places(value, share)) await set.check(values, contextIn());
      },
      ...['src', 'node_modules/validator'],
    );
  const steep: unknown[] = [];
  for (const [at, [kind, value]] of large.entries()) {
    const [less, more] = [await stepsOf(small[at]![1], 1 / PARTS), await stepsOf(value, 1)];
    if (more > less * PARTS * 1.25 + 1000) steep.push([kind, less, more]);
  }
  console.log(JSON.stringify([rule, steep]));
}
