import { existsSync, readFileSync } from 'node:fs';
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

  it('is 12 in this repository, and 13 where that runs', () => {
    const majorOf = (name: string) => {
      const manifest = `node_modules/${name}/package.json`;
      if (!existsSync(manifest)) return null;
      const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
      return Number.parseInt(version, 10);
    };
    expect(majorOf('better-sqlite3')).toBe(12);
    expect(majorOf('better-sqlite3-13')).toBe(Number.parseInt(node, 10) >= 22 ? 13 : null);
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
