import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { UnopenedDatabaseError } from '../../failures/unopened-database-error.js';

type Driver = typeof BetterSqlite3;

/**
 * No version of better-sqlite3 runs on every supported Node.js: 13 needs Node.js 22, and on Node.js
 * 24 the garbage collector aborts the process when it frees a statement of 12. An application that
 * must run on both also installs 13 under the second name, as an optional dependency
 * (`"better-sqlite3-13": "npm:better-sqlite3@^13.2.0"`), which npm leaves out on Node.js 20.
 */
const names = ['better-sqlite3', 'better-sqlite3-13'];

const load = createRequire(import.meta.url);

/**
 * Loads the first installed version that runs on this Node.js.
 *
 * @throws UnopenedDatabaseError with the version to install
 */
export const loadBetterSqlite = (): Driver =>
  load(findBetterSqlite(process.versions.node, installedVersion)) as Driver;

/**
 * Returns the name of the first installed version that runs on a version of Node.js.
 *
 * @throws UnopenedDatabaseError with the version to install
 */
export function findBetterSqlite(
  nodeVersion: string,
  versionOf: (name: string) => string | undefined,
): string {
  const node = majorOf(nodeVersion);
  const found = names.find((name) => {
    const version = versionOf(name);
    return version !== undefined && (majorOf(version) >= 13 ? node >= 22 : node < 24);
  });
  if (found === undefined) throw new UnopenedDatabaseError(whatToInstall(node));
  return found;
}

function installedVersion(name: string): string | undefined {
  try {
    return (load(`${name}/package.json`) as { version: string }).version;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const majorOf = (version: string): number => Number.parseInt(version, 10);

function whatToInstall(node: number): string {
  const version = node >= 22 ? 13 : 12;
  return `SQLite on Node.js ${node} needs better-sqlite3 ${version}: npm install better-sqlite3@${version}`;
}
