import { resultsOf } from '../../support/results-of.js';

const growthOf = resultsOf('test/unit/registry/count-compiling-steps.ts');

describe('Compiling many resources', () => {
  it('needs about as many steps for each of 200 as for each of 50', async () => {
    // Quadratic would be 16.
    expect(await growthOf('compileResources')).toBeLessThan(5);
  });
});
