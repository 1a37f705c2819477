import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const { TEST_TALLY, TEST_DATABASE, TEST_SLOW } = process.env;

/**
 * Adds the runner's own count for each file to the file that `TEST_TALLY` names, a line of JSON
 * each, for `scripts/test-tally.mjs`.
 */
export default class TallyReporter {
  onTestResult(_test, result) {
    const { testFilePath, numPassingTests, numFailingTests, testExecError, perfStats } = result;
    if (!TEST_TALLY) return;
    const line = {
      file: relative(process.cwd(), testFilePath),
      environment: { TEST_DATABASE, TEST_SLOW },
      passed: numPassingTests,
      failed: numFailingTests + (testExecError ? 1 : 0),
      seconds: perfStats.runtime / 1000,
    };
    appendFileSync(TEST_TALLY, `${JSON.stringify(line)}\n`);
  }
}
