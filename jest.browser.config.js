import base from './jest.config.js';

/** The tests in a real browser, which `npm test` does without: `npm run verify:browser`. */
/** @type {import('jest').Config} */
export default { ...base, testMatch: ['**/*.browser.ts'], testTimeout: 180_000, maxWorkers: 1 };
