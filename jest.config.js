/**
 * Tests that start processes of their own, or measure, end in `.slow.spec.ts` and are run by
 * `npm run test:slow`. With `TEST_SLOW=too` all are run. `TEST_EXCLUDE` lists patterns of files to
 * leave out, with spaces between them.
 */
const { TEST_SLOW, TEST_EXCLUDE = '' } = process.env;
const tests = TEST_SLOW === 'only' ? ['**/*.slow.spec.ts'] : ['**/*.spec.ts'];
const left = [
  ...(TEST_SLOW === undefined ? ['**/*.slow.spec.ts'] : []),
  ...TEST_EXCLUDE.split(' ').filter((pattern) => pattern !== ''),
].map((pattern) => `!${pattern.startsWith('**') ? '' : '**/'}${pattern}`);

/**
 * Files that replace modules, count the steps of code, or count what the process has open: each
 * needs modules or a process of its own.
 */
const alone = [
  '**/test/e2e/files/receiving.spec.ts',
  '**/test/e2e/files/serving.spec.ts',
  '**/test/e2e/recipes/*.spec.ts',
  '**/test/property/request/linear-time.property.spec.ts',
  '**/test/unit/http/json.spec.ts',
  '**/test/unit/registry/growth.spec.ts',
  '**/test/unit/support/count-steps.spec.ts',
];

/** @type {import('jest').Config} */
const files = {
  roots: ['<rootDir>/test'],
  modulePathIgnorePatterns: [
    '<rootDir>/test/openapi-lint/',
    '<rootDir>/test/conformance/node_modules',
  ],
};

/**
 * Loading the packages and the project takes longer than most files: the files of a worker share
 * them, as ES modules of Node.js.
 *
 * @type {import('jest').Config}
 */
export const shared = {
  ...files,
  displayName: 'shared',
  runner: 'jest-light-runner',
  setupFiles: ['<rootDir>/test/support/runner/load-typescript.js'],
  setupFilesAfterEnv: ['<rootDir>/test/support/runner/shared-modules.ts'],
};

/** ES modules of these packages are turned into CommonJS, since Jest cannot `require` them. */
const esModules = [
  '@borewit',
  '@faker-js',
  '@nestjs',
  '@tokenizer',
  'cookie',
  'file-type',
  'inflection',
  'jose',
  'strtok3',
  'token-types',
  'uint8array-extras',
  'uuid',
];

/**
 * Plain Jest: each file loads all modules for itself.
 *
 * @type {import('jest').Config}
 */
const separate = {
  ...files,
  displayName: 'alone',
  testEnvironment: 'node',
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The demo imports the package by name: its sources, in tests.
    '^resource-api$': '<rootDir>/src/index.ts',
    '^resource-api/testing/jest$': '<rootDir>/src/testing/jest.ts',
    '^resource-api/(?!package.json)(.*)$': '<rootDir>/src/$1/index.ts',
  },
  transform: {
    '^.+\\.(t|j)s$': ['@swc/jest', { sourceMaps: 'inline', module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  setupFilesAfterEnv: ['<rootDir>/test/support/runner/own-modules.ts'],
};

/** @type {import('jest').Config} */
export const base = {
  reporters: ['default', '<rootDir>/test/support/runner/tally-reporter.js'],
  // Making a database of the demo has taken 25 s on a busy machine; what takes longer than this
  // hangs.
  testTimeout: 60_000,
  maxWorkers: '100%',
};

/** @type {import('jest').Config} */
export default {
  ...base,
  projects: [
    { ...shared, testMatch: [...tests, ...left, ...alone.map((pattern) => `!${pattern}`)] },
    ...(TEST_SLOW === 'only' ? [] : [{ ...separate, testMatch: [...alone, ...left] }]),
  ],
};
