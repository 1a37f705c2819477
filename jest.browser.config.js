import { base, shared } from './jest.config.js';

/**
 * The tests in a real browser, which `npm test` does without: `npm run verify:browser`.
 *
 * @type {import('jest').Config}
 */
export default {
  ...base,
  maxWorkers: 1,
  projects: [{ ...shared, displayName: 'browser', testMatch: ['**/*.browser.ts'] }],
};
