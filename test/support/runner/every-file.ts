import fc from 'fast-check';
import { resourceMatchers } from '../../../src/testing/matchers.js';
import { takeFaults } from '../document/validate-against-document.js';
import { settleExamples } from '../settling-property.js';
import { restoreAllMocks } from '../spy-on-builtin.js';

/**
 * The same examples in each run, so that a failure can be repeated; `TEST_SEED` sets another seed,
 * `random` a new one.
 */
const { TEST_SEED: seed = '20261121' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/** `resource-api/testing/jest` needs `@jest/globals`, which `jest-light-runner` does not have. */
expect.extend(resourceMatchers);

/** What happens after each test of each file. */
export const afterEachTest = [settleExamples, expectNoFaults];

/** What happens after the tests of each file: none may leave a function replaced. */
export const afterAllTests = [restoreAllMocks];

/** Fails a test if a response violates the OpenAPI document of its application. */
async function expectNoFaults(): Promise<void> {
  expect(await takeFaults()).toEqual([]);
}
