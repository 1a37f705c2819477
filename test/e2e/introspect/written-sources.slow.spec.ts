import { testDialect } from '../../support/databases.js';
import { faultsOf, runTests } from './check-sources.js';
import { IntrospectedApp } from './introspected-app.js';
import { thirtyTables } from './thirty-tables.js';

describe.each([
  ['one module', ['--module', 'legacy'], []],
  // A run of all thirty files takes minutes: those of the rarer forms are enough.
  ['a folder for each table', [], ['orders', 'products', 'src/s/', 'employees']],
] as const)('The files of introspect: %s', (_name, words, tests) => {
  let app: IntrospectedApp;
  beforeAll(async () => {
    app = await IntrospectedApp.create(thirtyTables(testDialect));
    expect((await app.introspect(...words)).stderr).toBe('');
  });
  afterAll(() => app.dispose());

  it('compile with the strict settings of a new application', () => {
    expect(faultsOf(app.root)).toEqual([]);
  }, 180_000);

  it('have tests that pass, on a SQLite database of their own', () => {
    expect(runTests(app.root, ...tests)).toMatch(/Tests +\d+ passed/);
  }, 180_000);
});
