import { existsSync, readFileSync } from 'node:fs';
import {
  findBetterSqlite,
  loadBetterSqlite,
} from '../../../src/database/engines/sqlite/load-better-sqlite.js';

/** Its major version in this repository. */
function versionOf(name: string): string | null {
  const manifest = `node_modules/${name}/package.json`;
  if (!existsSync(manifest)) return null;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version.split('.')[0]!;
}

describe('The version of better-sqlite3', () => {
  it('works on the current Node.js', () => {
    const Driver = loadBetterSqlite();
    const database = new Driver(':memory:');
    expect(database.prepare('select 1 as one').get()).toEqual({ one: 1 });
    database.close();
  });

  it('is 12 in this repository, and also 13 where that runs', () => {
    const runs = Number.parseInt(process.versions.node, 10) >= 22;
    expect([versionOf('better-sqlite3'), versionOf('better-sqlite3-13')]).toEqual([
      '12',
      runs ? '13' : null,
    ]);
  });

  it.each([
    ['20.19.0', 'better-sqlite3'],
    ['22.0.0', 'better-sqlite3'],
    ['24.0.0', 'better-sqlite3-13'],
    ['26.0.0', 'better-sqlite3-13'],
  ])('on Node.js %s is %s, if both are installed', (node, name) => {
    const installed = new Map([
      ['better-sqlite3', '12.11.1'],
      ['better-sqlite3-13', '13.2.0'],
    ]);
    expect(findBetterSqlite(node, (each) => installed.get(each))).toBe(name);
  });

  it.each([
    ['20.19.0', '13.2.0', 12],
    ['24.0.0', '12.11.1', 13],
    ['26.0.0', undefined, 13],
  ])('on Node.js %s is not %s, and the error names the right one', (node, installed, right) => {
    const find = () =>
      findBetterSqlite(node, (name) => (name === 'better-sqlite3' ? installed : undefined));
    const major = node.split('.')[0]!;
    expect(find).toThrow(
      `SQLite on Node.js ${major} needs better-sqlite3 ${right}: npm install better-sqlite3@${right}`,
    );
  });
});
