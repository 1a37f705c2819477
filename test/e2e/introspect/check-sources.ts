import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

/** The sources of the package in place of an installed one. */
const paths = {
  'resource-api': [resolve('src/index.ts')],
  'resource-api/testing': [resolve('src/testing/index.ts')],
};

/** Compiles an application with its own settings, which are strict, and returns what is wrong. */
export function faultsOf(root: string): readonly string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(fileNames, {
    ...options,
    noEmit: true,
    rootDir: resolve('.'),
    typeRoots: [resolve('node_modules/@types')],
    paths,
  });
  if (options.strict !== true) return ['The settings are not strict.'];
  return fileNames
    .map((name) => program.getSourceFile(name)!)
    .flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ])
    .map(
      ({ file, messageText }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

/**
 * Runs the tests of an application, or those whose paths contain one of the words.
 *
 * @returns what the runner prints
 */
export function runTests(root: string, ...words: readonly string[]): string {
  const alias = Object.entries(paths)
    .reverse()
    .map(([name, [path]]) => `{ find: /^${name.replace('/', '\\/')}$/, replacement: '${path}' }`);
  writeFileSync(
    join(root, 'vitest.config.ts'),
    `export default { test: { include: ['src/**/*.spec.ts'] }, resolve: { alias: [${alias.join(', ')}] } };\n`,
  );
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  return execFileSync(process.execPath, [vitest, 'run', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1', CI: '1' },
  });
}
