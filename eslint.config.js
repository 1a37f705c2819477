import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const named = (type) => `[typeAnnotation.typeAnnotation.typeName.name=/${type}/]`;
const saysOfWhat = 'Say of what: a word means one thing (CONTRIBUTING.md, "Names").';

/** See "Names" in CONTRIBUTING.md. */
const oneMeaning = [
  {
    selector: `Identifier[name="request"]${named('^(FastifyRequest|\\w*HttpRequest|AuthenticationRequest|IncomingMessage)$')}`,
    message: 'Name it httpRequest: a request is what callbacks and policies see.',
  },
  {
    selector: `Identifier[name="context"]${named('^(Execution|Rule|RuleCheck|Server|Schematic)Context$')}`,
    message: 'Name it execution, ruleContext or serverContext: a context is a RequestContext.',
  },
  {
    selector:
      ':matches(TSInterfaceDeclaration, TSTypeAliasDeclaration, ClassDeclaration)[id.name=/^(Place|Facts|Parts|Subject)$/]',
    message: saysOfWhat,
  },
  {
    selector: 'TSTypeParameter[name.name=/^(Place|Facts|Parts|Subject)$/]',
    message: saysOfWhat,
  },
  {
    selector:
      ':matches(FunctionDeclaration, VariableDeclarator)[id.name=/^(nameOf|keyOf|describe)$/]',
    message: saysOfWhat,
  },
];

const noOwnAccessors = {
  selector: 'ObjectExpression > Property[kind="get"]',
  message:
    'V8 keeps an accessor of a single object until the next full collection of garbage: use a class, or one accessor for all (docs/internals/performance.md).',
};

const noClock = 'Count steps (countSteps), freeze the clock (freezeClock) or wait for a condition.';

export default tseslint.config(
  { ignores: ['**/dist', 'var', 'coverage', 'node_modules'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['examples/**'],
    extends: [
      js.configs.recommended,
      ...tseslint.configs.recommendedTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // A pattern that looks for control characters has to name them.
      'no-control-regex': 'off',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      // Values of drivers are `unknown`, and become texts.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // Decorated properties of settings say their type, which class-transformer reads.
      '@typescript-eslint/no-inferrable-types': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-function-type': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // What a driver threw is passed on as it is.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Examples have packages of their own, so their types are checked where these are installed.
    files: ['examples/**/*.{ts,tsx}'],
    extends: [js.configs.recommended, ...tseslint.configs.recommended],
    // react-admin does not know the types of records.
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    // Nest is given values to inject: an import that looks like a type is one, where decorators
    // stand.
    files: ['src/**/*.ts', 'demo/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneMeaning, noOwnAccessors] },
  },
  {
    // Regular expressions read what callers send; tests count steps, which these do not take.
    files: ['src/**/*.ts', 'demo/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['explorer/**/*.ts', 'explorer/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended],
    // The React compiler is not used.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  // Compile-time tests declare values for their types alone.
  { files: ['**/*.test-d.ts'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A test must not fail because the machine is slow, busy or suspended, or its clock is set. See
    // "Time" in CONTRIBUTING.md.
    files: ['test/**/*.ts'],
    ignores: [
      // Reports how long a run took; no test looks at it.
      'test/e2e/actions/memory-process.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: noClock },
        { object: 'performance', property: 'now', message: noClock },
        { object: 'process', property: 'hrtime', message: noClock },
        { object: 'process', property: 'cpuUsage', message: noClock },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        FormData: 'readonly',
        Blob: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
