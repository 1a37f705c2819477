import fc from 'fast-check';

/**
 * The same examples in each run, so that a failure can be repeated; `TEST_SEED` sets another seed,
 * `random` a new one.
 */
const { TEST_SEED: seed = '20261121' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
