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
 * Tests that start processes of their own, or measure, end in `.slow.spec.ts`: `npm run test:slow`.
 * With `TEST_SLOW=too` all are run.
 */
const { TEST_SLOW, TEST_ORDER } = process.env;
const testMatch =
  TEST_SLOW === 'only'
    ? ['**/*.slow.spec.ts']
    : ['**/*.spec.ts', ...(TEST_SLOW === 'too' ? [] : ['!**/*.slow.spec.ts'])];

/** Files that replace modules load all modules for themselves. */
const alone = '**/*.alone.spec.ts';

/** @type {import('jest').Config} */
const files = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/var/',
    '<rootDir>/test/openapi-lint/',
    '<rootDir>/test/conformance/node_modules',
  ],
  globalSetup: '<rootDir>/test/support/runner/compile-tests.js',
  setupFilesAfterEnv: [
    '<rootDir>/test/support/property-seed-setup.ts',
    '<rootDir>/test/support/cheap-hashes-setup.ts',
    '<rootDir>/test/support/document/document-faults-setup.ts',
    '<rootDir>/src/tooling/testing/jest.ts',
  ],
};

/**
 * Loading the packages and the project takes longer than most files: the files of a worker share
 * them, compiled once.
 *
 * @type {import('jest').Config}
 */
export const shared = {
  ...files,
  displayName: 'shared',
  testMatch: [...testMatch, `!${alone}`],
  transform: {},
  testRunner: '<rootDir>/test/support/runner/shared-modules.js',
};

/**
 * Plain Jest: each file loads all modules.
 *
 * @type {import('jest').Config}
 */
const separate = {
  ...files,
  displayName: 'alone',
  testMatch: [alone],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The demo imports the package by name: its sources, in tests.
    '^resource-api$': '<rootDir>/src/index.ts',
    '^resource-api/testing/jest$': '<rootDir>/src/tooling/testing/jest.ts',
    '^resource-api/(.*)$': '<rootDir>/src/tooling/$1/index.ts',
  },
  transform: {
    '^.+\\.(t|j)s$': ['@swc/jest', { sourceMaps: 'inline', module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
};

/** @type {import('jest').Config} */
export const base = {
  reporters: ['default', '<rootDir>/test/support/tally-reporter.js'],
  // The only limit of most tests, far above what a busy machine needs: one that takes longer hangs.
  testTimeout: 300_000,
  maxWorkers: '100%',
  // Node does not give back all memory. With this limit, files run in workers only, never in the
  // process of Jest, so that `--watch` runs what has changed.
  workerIdleMemoryLimit: '1GB',
  ...(TEST_ORDER && { testSequencer: '<rootDir>/test/support/runner/shuffled-files.js' }),
};

/** @type {import('jest').Config} */
export default { ...base, projects: TEST_SLOW === 'only' ? [shared] : [shared, separate] };
