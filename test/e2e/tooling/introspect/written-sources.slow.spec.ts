import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { testDialect } from '../../../support/databases.js';
import { IntrospectedApp } from './introspected-app.js';
import { thirtyTables } from './thirty-tables.js';

/** The sources of the package in place of an installed one. */
const paths = {
  'resource-api': [resolve('src/index.ts')],
  'resource-api/testing': [resolve('src/tooling/testing/index.ts')],
};

describe.each([
  ['one module', ['--module', 'legacy']],
  ['a folder for each table', []],
] as const)('The files of introspect: %s', (_name, words) => {
  let app: IntrospectedApp;
  beforeAll(async () => {
    app = await IntrospectedApp.create(thirtyTables(testDialect));
    expect((await app.introspect(...words)).stderr).toBe('');
  });
  afterAll(() => app.dispose());

  it('compile with the strict settings of a new application', () => {
    const config = ts.readConfigFile(join(app.root, 'tsconfig.json'), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, app.root);
    const types = [resolve('node_modules/@types')];
    const program = ts.createProgram(fileNames, {
      ...options,
      noEmit: true,
      rootDir: resolve('.'),
      typeRoots: types,
      paths,
    });
    const own = fileNames.map((name) => program.getSourceFile(name)!);
    const faults = own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]);
    expect(options.strict).toBe(true);
    expect(own.length).toBeGreaterThan(8);
    expect(
      faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([]);
  });

  it('have tests that pass, on a SQLite database of their own', () => {
    const alias = Object.entries(paths)
      .reverse()
      .map(([name, [path]]) => `{ find: /^${name.replace('/', '\\/')}$/, replacement: '${path}' }`);
    writeFileSync(
      join(app.root, 'vitest.config.ts'),
      `export default { test: { include: ['src/**/*.spec.ts'] }, resolve: { alias: [${alias.join(', ')}] } };\n`,
    );
    const vitest = resolve('node_modules/vitest/vitest.mjs');
    const printed = execFileSync(process.execPath, [vitest, 'run'], {
      cwd: app.root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NO_COLOR: '1', CI: '1' },
    });
    expect(printed).toMatch(/Tests +\d+ passed/);
  });
});
