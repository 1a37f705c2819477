/**
 * Tests that start processes of their own, or measure, end in `.slow.spec.ts`: `npm run test:slow`. With `TEST_SLOW=too` all
 * are run.
 */
const { TEST_SLOW } = process.env;
const testMatch =
  TEST_SLOW === 'only'
    ? ['**/*.slow.spec.ts']
    : ['**/*.spec.ts', ...(TEST_SLOW === 'too' ? [] : ['!**/*.slow.spec.ts'])];

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/runner/one-realm.js',
  runtime: '<rootDir>/test/support/runner/packages-once.js',
  roots: ['<rootDir>/test'],
  testMatch,
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.(t|j)s$': ['@swc/jest', { sourceMaps: 'inline', module: { type: 'commonjs' } }] },
  reporters: ['default', '<rootDir>/test/support/tally-reporter.js'],
  setupFiles: ['<rootDir>/test/support/property-seed.js'],
  setupFilesAfterEnv: ['<rootDir>/test/support/document/document-faults.ts'],
  modulePathIgnorePatterns: ['<rootDir>/test/openapi-lint/', '<rootDir>/test/conformance/node_modules'],
  // Making a database of the demo has taken 25 s on a busy machine; what takes longer than this hangs.
  testTimeout: 60_000,
  maxWorkers: '100%',
  // Each file loads the project anew into its worker, which Node never quite gives back.
  workerIdleMemoryLimit: '1GB',
};
