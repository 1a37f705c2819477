import { resultsOf } from '../../../support/results-of.js';
import { hostileQueries } from './hostile-queries.js';

const growthOf = resultsOf('test/property/pipeline/request/count-query-steps.ts');

describe('Reading a query', () => {
  it.each(hostileQueries)(
    'runs a number of steps linear in its length: %s (C5.2, C12)',
    async (kind) => {
      // 32 times the length: quadratic would be about 1,000.
      expect(await growthOf(kind)).toBeLessThan(40);
    },
  );
});
