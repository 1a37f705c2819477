import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The files that `npm run build` reads, beside the packages. */
const SOURCES = [
  'package.json',
  '.swcrc',
  'nest-cli.json',
  'tsconfig.json',
  'ormconfig.ts',
  'src',
  'demo',
  'explorer',
];

/**
 * Copies the sources into a new folder, so that a build there does not replace files that other
 * tests read. Remove it.
 *
 * @returns its absolute path; it is inside the project, where Node finds the packages
 */
export function copyProject(): string {
  mkdirSync('var', { recursive: true });
  const folder = resolve(mkdtempSync('var/copied-'));
  for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true });
  return folder;
}
