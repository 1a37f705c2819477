import { stopCounting } from './step-counter.js';

export { countSteps } from './step-counter.js';

/** Counts to the end of the test file. */
afterAll(stopCounting);
