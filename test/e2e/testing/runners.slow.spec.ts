import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CompiledProject } from '../../support/compiled-project.js';

const execute = promisify(execFile);

/** ES modules of these packages are turned into CommonJS, since Jest cannot `require` them. */
const esModules = [
  ...['@borewit', '@faker-js', '@nestjs', '@tokenizer', 'cookie', 'file-type', 'inflection'],
  ...['jose', 'strtok3', 'token-types', 'uint8array-extras', 'uuid'],
];
const jestConfig = {
  roots: ['<rootDir>/test'],
  testMatch: ['**/in-jest.test.js', '**/without-globals.test.js'],
  moduleNameMapper: {
    '^resource-api$': '<rootDir>/src/index.js',
    '^resource-api/testing/jest$': '<rootDir>/src/testing/jest.js',
    '^resource-api/(.*)$': '<rootDir>/src/$1/index.js',
  },
  transform: { '^.+\\.js$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
};

describe('The test kit', () => {
  let project: CompiledProject;

  beforeAll(() => {
    project = new CompiledProject('src', 'demo', 'test/e2e/testing/kit');
    writeFileSync(join(project.folder, 'vitest.config.js'), 'export default {};');
    writeFileSync(join(project.folder, 'jest.config.json'), JSON.stringify(jestConfig));
  });
  afterAll(() => project.remove());

  it.each([
    ['Vitest', 'vitest/vitest.mjs', ['run', '--globals', '--reporter=json', 'in-vitest']],
    ['Jest', 'jest/bin/jest.js', ['--json', 'in-jest']],
    ['Jest without globals', 'jest/bin/jest.js', ['--json', '--injectGlobals=false', 'without']],
  ])('runs a test file of a team in %s, with its matchers', async (_runner, bin, given) => {
    const { stdout } = await execute(
      process.execPath,
      [join(project.folder, 'node_modules', bin), ...given],
      { cwd: project.folder, env: { PATH: process.env.PATH, HOME: process.env.HOME } },
    );
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
      numPassedTests: 1,
      numFailedTests: 0,
      success: true,
    });
  });
});
