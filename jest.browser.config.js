import { existsSync } from 'node:fs';
import { base, shared } from './jest.config.js';

const browser = process.env.BROWSER ?? '/usr/bin/chromium';
// Tests that cannot start a browser would leave their service running, and the run would not end.
if (!existsSync(browser))
  throw new Error(`There is no Chromium at ${browser}; BROWSER names another.`);

/** The tests in a real browser, which `npm test` does without: `npm run test:browser`. */
/** @type {import('jest').Config} */
export default { ...base, ...shared, testMatch: ['**/*.browser.ts'], maxWorkers: 1 };
