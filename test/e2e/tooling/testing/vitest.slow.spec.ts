import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { COMPILED } from '../../../support/compiled-path.js';

const execute = promisify(execFile);

describe('the test kit in Vitest', () => {
  it('runs a test file of a team, with its matchers', async () => {
    const { stdout } = await execute(
      process.execPath,
      [
        resolve('node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        COMPILED,
        '--dir',
        join(COMPILED, 'test/e2e/tooling/testing/vitest'),
        '--reporter=json',
      ],
      { env: { PATH: process.env.PATH, HOME: process.env.HOME } },
    );
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
      numPassedTests: 1,
      numFailedTests: 0,
      success: true,
    });
  });
});
