import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testDialect } from '../../support/databases.js';
import { runCommand } from '../../support/run-command.js';
import { faultsOf, runTests } from './check-sources.js';
import { IntrospectedApp } from './introspected-app.js';
import { thirtyTables } from './thirty-tables.js';

/** What each kind makes for a resource. */
const partsOf = (resource: string) => [
  ['policy', resource],
  ['action', `${resource}/archive-it`],
  ['filter', `${resource}/one-of-them`],
  ['migration', `${resource}/add-remark`],
  ['migration', `${resource}/fill-remark`],
];

interface Report {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly notes: readonly string[];
}

async function make(folder: string, words: readonly string[]): Promise<Report> {
  const { code, stdout, stderr } = await runCommand(['make', ...words, '--json'], { folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Report;
}

async function makeParts(folder: string, resource: string): Promise<readonly string[]> {
  const reports: Report[] = [];
  for (const words of partsOf(resource)) reports.push(await make(folder, words));
  for (const words of partsOf(resource))
    expect(await make(folder, words)).toMatchObject({ created: [], updated: [], notes: [] });
  expect(reports.flatMap(({ notes }) => notes)).toEqual([]);
  return reports.flatMap(({ created }) => created);
}

const tests = ['archive-it', 'one-of-them', 'remark'];

describe('What make makes for a resource that it has not made (issue 20, 2)', () => {
  describe('the notes of a new application', () => {
    let folder: string;
    const root = () => join(folder, 'shop');
    beforeAll(async () => {
      mkdirSync('var', { recursive: true });
      folder = resolve(mkdtempSync('var/make-'));
      await runCommand(['new', 'shop'], { folder });
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('compiles, and has tests that pass', async () => {
      const created = await makeParts(root(), 'note');
      // The application has a policy of notes.
      expect(created.map((path) => path.replace(/\d{13}/, '<stamp>'))).toEqual([
        ...['', '.spec'].map((kind) => `src/notes/archive-it.action${kind}.ts`),
        ...['', '.spec'].map((kind) => `src/notes/one-of-them.filter${kind}.ts`),
        ...['', '.spec'].map((kind) => `src/notes/<stamp>-add-remark${kind}.ts`),
        ...['', '.spec'].map((kind) => `src/notes/<stamp>-fill-remark${kind}.ts`),
      ]);
      expect(faultsOf(root())).toEqual([]);
      expect(runTests(root(), ...tests, 'note.spec')).toMatch(/Test Files +5 passed/);
    }, 600_000);
  });

  describe.each([
    ['one module', ['--module', 'legacy'], 'src/legacy/'],
    ['a folder for each table', [], 'src/orders/'],
  ] as const)('the orders of an existing database, in %s', (_name, words, place) => {
    let app: IntrospectedApp;
    beforeAll(async () => {
      app = await IntrospectedApp.create(thirtyTables(testDialect));
      await app.introspect(...words, '--tables', 'order,TBL_CUST');
    });
    afterAll(() => app.dispose());

    it('compiles, and has tests that pass', async () => {
      const created = await makeParts(app.root, 'order');
      expect(created.every((path) => path.startsWith(place))).toBe(true);
      expect(created).toHaveLength(8);
      expect(app.read(`${place}one-of-them.filter.ts`)).toContain('({ ordNo: value })');
      expect(faultsOf(app.root)).toEqual([]);
      expect(runTests(app.root, ...tests)).toMatch(/Test Files +4 passed/);
    }, 600_000);
  });
});
