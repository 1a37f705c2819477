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
const { TEST_SLOW } = process.env;
const testMatch =
  TEST_SLOW === 'only'
    ? ['**/*.slow.spec.ts']
    : ['**/*.spec.ts', ...(TEST_SLOW === 'too' ? [] : ['!**/*.slow.spec.ts'])];

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch,
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The demo imports the package by name: its sources, in tests.
    '^resource-api$': '<rootDir>/src/index.ts',
    '^resource-api/testing/jest$': '<rootDir>/src/testing/jest.ts',
    '^resource-api/(.*)$': '<rootDir>/src/$1/index.ts',
  },
  transform: {
    '^.+\\.(t|j)s$': ['@swc/jest', { sourceMaps: 'inline', module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  reporters: ['default', '<rootDir>/test/support/tally-reporter.js'],
  setupFiles: ['<rootDir>/test/support/property-seed.js'],
  setupFilesAfterEnv: [
    '<rootDir>/test/support/cheap-hashes-setup.ts',
    '<rootDir>/test/support/document/document-faults.ts',
    '<rootDir>/src/testing/jest.ts',
  ],
  modulePathIgnorePatterns: [
    '<rootDir>/test/openapi-lint/',
    '<rootDir>/test/conformance/node_modules',
  ],
  // The only limit of a test, far above what a busy machine needs: a test that takes longer hangs.
  testTimeout: 300_000,
  maxWorkers: '100%',
  // Each file loads the packages and the project anew into its worker, which Node never quite gives
  // back.
  workerIdleMemoryLimit: '1GB',
};
