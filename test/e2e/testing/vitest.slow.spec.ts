import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CompiledProject } from '../../support/compiled-project.js';

const execute = promisify(execFile);

describe('the test kit in Vitest', () => {
  let project: CompiledProject;

  beforeAll(() => {
    project = new CompiledProject('src', 'demo', 'test/e2e/testing/vitest');
  });
  afterAll(() => project.remove());

  it('runs a test file of a team, with its matchers', async () => {
    const { stdout } = await execute(
      process.execPath,
      [
        join(project.folder, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        project.folder,
        '--dir',
        join(project.folder, 'test/e2e/testing/vitest'),
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
