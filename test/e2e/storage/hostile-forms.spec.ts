import { resultsOf } from '../../support/results-of.js';
import { hostileFillers } from './hostile-headers.js';

/** Of a form that is eight times as long. */
const resultOf = resultsOf('test/e2e/storage/count-form-steps.ts');

describe('a form', () => {
  it.each(hostileFillers)(
    'reads a header made of %s, to be searched for long, in time (C12)',
    async (kind) => {
      const { growth, found } = (await resultOf(kind)) as { growth: number; found: unknown };
      expect(growth).toBeLessThan(10);
      expect(found).toEqual([null, null, null]);
    },
  );

  it('is read in time with strings that repeat the boundary, made to be compared at length (C9)', async () => {
    const { growth, statuses } = (await resultOf('boundaries')) as {
      growth: number;
      statuses: unknown;
    };
    expect(growth).toBeLessThan(10);
    expect(statuses).toEqual([400, 400, 400]);
  });
});
