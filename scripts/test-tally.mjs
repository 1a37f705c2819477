/**
 * Reads what the test runner has written to the file that `TEST_TALLY` names; see
 * `test/support/tally-reporter.js`.
 *
 * - `repeat <line>`: runs each file once more, alone, that failed in a run whose results begin after
 *   that line. Fails if one of them fails again. Repeats nothing, and fails, if more than three files
 *   have failed in all runs, or a property has, since properties do not depend on the machine.
 * - `count`: prints which files failed, which passed only when repeated, and the number of tests.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MOST_REPEATED = 3;

const results = readFileSync(process.env.TEST_TALLY, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const nameOf = ({ file, environment: { TEST_DATABASE } }) =>
  TEST_DATABASE ? `[${TEST_DATABASE}] ${file}` : file;
const hasFailed = ({ failed }) => failed > 0;

function repeat(from) {
  const failed = results.slice(from).filter(hasFailed);
  if (failed.length === 0) return refuse('The test runner failed, but no file of it.');
  if (failed.some(({ file }) => file.startsWith('test/property/')))
    return refuse('Failed properties are not repeated.');
  if (new Set(results.filter(hasFailed).map(nameOf)).size > MOST_REPEATED)
    return refuse(`More than ${MOST_REPEATED} files have failed: none is repeated.`);
  for (const result of failed) {
    console.log(`\n${nameOf(result)} failed, and runs once more, alone.`);
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/jest/bin/jest.js', '--runTestsByPath', result.file],
      { stdio: 'inherit', env: { ...process.env, ...result.environment } },
    );
    if (status !== 0) process.exitCode = 1;
  }
}

function refuse(reason) {
  console.log(reason);
  process.exitCode = 1;
}

function count() {
  const last = new Map(results.map((result) => [nameOf(result), result]));
  const flaky = new Set(results.filter(hasFailed).map(nameOf));
  for (const [name, result] of last) {
    if (hasFailed(result)) console.log(`failed: ${name}`);
    else if (flaky.has(name)) console.log(`flaky: ${name} failed, and passed alone`);
  }
  const sum = (key) => [...last.values()].reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

const [command, from] = process.argv.slice(2);
if (command === 'repeat') repeat(Number(from));
else count();
