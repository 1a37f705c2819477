import { createRequire } from 'node:module';
import { loadBetterSqlite } from '../../../src/execution/sqlite/load-better-sqlite.js';

const { node } = process.versions;

function onNode(version: string): void {
  Object.defineProperty(process.versions, 'node', { value: version, configurable: true });
}
afterEach(() => {
  onNode(node);
  jest.dontMock('better-sqlite3/package.json');
  jest.dontMock('better-sqlite3-13/package.json');
  jest.resetModules();
});

function install(name: string, version: string | null): void {
  jest.doMock(`${name}/package.json`, () => {
    if (version !== null) return { version };
    throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
  });
}

describe('The version of better-sqlite3', () => {
  it('works on the current Node.js', () => {
    const Driver = loadBetterSqlite();
    const database = new Driver(':memory:');
    expect(database.prepare('select 1 as one').get()).toEqual({ one: 1 });
    database.close();
  });

  it('is 13 as well as 12 in this repository, which runs on old and new Node.js', () => {
    const load = createRequire(__filename);
    const versionOf = (name: string) =>
      (load(`${name}/package.json`) as { version: string }).version;
    expect(versionOf('better-sqlite3')).toMatch(/^12\./);
    expect(versionOf('better-sqlite3-13')).toMatch(/^13\./);
  });

  it.each([
    [
      '20.19.0',
      '13.2.0',
      'SQLite on Node.js 20 needs better-sqlite3 12: npm install better-sqlite3@12',
    ],
    [
      '24.0.0',
      '12.11.1',
      'SQLite on Node.js 24 needs better-sqlite3 13: npm install better-sqlite3@13',
    ],
    ['26.0.0', null, 'SQLite on Node.js 26 needs better-sqlite3 13: npm install better-sqlite3@13'],
  ])(
    'on Node.js %s is not %s, and the error names the right one',
    (version, installed, message) => {
      install('better-sqlite3', installed);
      install('better-sqlite3-13', null);
      onNode(version);
      expect(loadBetterSqlite).toThrow(message);
    },
  );
});
