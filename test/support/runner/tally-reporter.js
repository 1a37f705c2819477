import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Adds the runner's own count to the file that `TEST_TALLY` names, for the closing line of
 * `.ci/run`, and a line that starts with `failed:` for each test or file that has failed.
 */
export default class TallyReporter {
  /** @param {import('@jest/test-result').AggregatedResult} results */
  onRunComplete(_contexts, { numPassedTests, testResults }) {
    const file = process.env.TEST_TALLY;
    if (!file) return;
    const failures = testResults.flatMap(failuresOf);
    const where = process.env.TEST_DATABASE ?? 'sqlite';
    const lines = failures.map((failure) => `failed: [${where}] ${failure}`);
    appendFileSync(file, [`${numPassedTests} ${failures.length}`, ...lines, ''].join('\n'));
  }
}

/** A file can fail without a failed test, for instance if it cannot be loaded. */
function failuresOf({ testFilePath, testResults, testExecError }) {
  const path = relative(process.cwd(), testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (testExecError) return [`${path}: ${firstLine(testExecError.message ?? testExecError)}`];
  return failed.map(
    ({ ancestorTitles, title, failureMessages }) =>
      `${path} > ${[...ancestorTitles, title].join(' ')}: ${messageOf(failureMessages)}`,
  );
}

/** The line after the name of the test, which the message starts with. */
const messageOf = ([message = '']) => firstLine(message.split('\n').slice(1).join('\n').trim());

const firstLine = (text) => /^.*/.exec(String(text))[0];
