import { countSteps } from '../../../support/count-steps.js';
import { defaultLimits } from '../../../../src/options/limits.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import { hostileQueries } from './hostile-queries.js';

const wide = { ...defaultLimits, includeNodes: 1_000_000 };
const SMALL = 2 * 1024;
const LARGE = 64 * 1024;

/** Only the parser, however it ends: an error is a result, too. */
const stepsOf = (text: string): Promise<number> =>
  countSteps(() => {
    try {
      parseResourceQuery(text, 'index', wide);
    } catch {
      // Its steps count.
    }
  });

// Prints for each kind of query how many times the steps a long one needs.
for (const [kind, hostile] of hostileQueries) {
  const small = hostile(SMALL);
  await stepsOf(small);
  const steps = await stepsOf(hostile(LARGE));
  console.log(JSON.stringify([kind, steps / (await stepsOf(small))]));
}
