import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type TypeScript from 'typescript';
import { MakeError } from './make-error.js';

/** The compiler's interface to syntax trees. */
export type Compiler = typeof TypeScript;

/**
 * Loads the compiler of the application, which only these commands need.
 *
 * @throws MakeError
 */
export function loadCompiler(root: string): Compiler {
  const load = createRequire(join(root, 'package.json'));
  try {
    const compiler = load('typescript') as Compiler;
    if (typeof compiler.createSourceFile === 'function') return compiler;
  } catch {
    // Reported below.
  }
  throw new MakeError(
    'TypeScript 5 or 6 is required in the application. Install it: npm install --save-dev typescript@6',
  );
}

/** Formats a file of the application. */
export type Format = (path: string, content: string, before?: string) => Promise<string>;

interface Prettier {
  resolveConfig(path: string): Promise<object | null>;
  check(content: string, options: object): Promise<boolean>;
  format(content: string, options: object): Promise<string>;
}

/**
 * Loads the formatter of the application: Prettier, if it is installed. Files that were not
 * formatted by Prettier before are left as they are.
 */
export async function loadFormat(root: string): Promise<Format> {
  const prettier = await loadPrettier(root);
  if (!prettier) return (_path, content) => Promise.resolve(content);
  return async (path, content, before) => {
    const filepath = join(root, path);
    const options = { ...(await prettier.resolveConfig(filepath)), filepath };
    if (before !== undefined && !(await prettier.check(before, options))) return content;
    return prettier.format(content, options);
  };
}

async function loadPrettier(root: string): Promise<Prettier | undefined> {
  try {
    const path = createRequire(join(root, 'package.json')).resolve('prettier');
    const loaded = (await import(pathToFileURL(path).href)) as Prettier & { default?: Prettier };
    return loaded.default ?? loaded;
  } catch {
    return undefined;
  }
}
