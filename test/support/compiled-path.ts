import { transformFileSync } from '@swc/core';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where `runner/compile-tests.js` puts the sources, the demo and the tests. */
export const COMPILED = resolve('var/tests');

const asModule = (path: string): string => path.replace(/\.ts$/, '.js');

/** The compiled file of a source, by its path in the project. */
export const compiledPath = (path: string): string => join(COMPILED, asModule(path));

/**
 * Compiles a file that a test has written, into a file beside it.
 *
 * @returns the path of that file
 */
export function compileBeside(path: string): string {
  const { code } = transformFileSync(path, { configFile: '.swcrc', sourceMaps: 'inline' });
  writeFileSync(asModule(path), code);
  return asModule(path);
}
