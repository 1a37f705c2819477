import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const OUTPUT = 'dist';
/** What the files were built of, which they are, and which were there before they changed. */
const MARK = join(OUTPUT, '.built');

/** The fingerprint of what `dist/` was built of; `undefined` where it is not whole. */
export function findBuilt() {
  const { sources, files } = readMark();
  return files.every((file) => existsSync(join(OUTPUT, file))) ? sources : undefined;
}

/**
 * Puts files into `dist/`, each whole, the mark last. Those of the build before stay: a service that runs loads some of
 * them later.
 *
 * @param {readonly (readonly [name: string, contents: string | Uint8Array])[]} files what is loaded before what loads it
 */
export function keep(files, sources) {
  const built = readMark();
  const before = built.sources === sources ? built.before : built.files;
  for (const [name, contents] of files) put(join(OUTPUT, name), contents);
  const names = files.map(([name]) => name);
  put(MARK, JSON.stringify({ sources, files: names, before }));
  const wanted = new Set([MARK, ...[...names, ...before].map((name) => join(OUTPUT, name))]);
  for (const path of filesOf(OUTPUT)) if (!wanted.has(path) && !isAside(path)) rmSync(path, { force: true });
}

function readMark() {
  return existsSync(MARK) ? JSON.parse(readFileSync(MARK, 'utf8')) : { sources: undefined, files: [], before: [] };
}

/** Another build may be about to put it in its place. */
const isAside = (path) => /\.\d+$/.test(path);

function put(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, contents);
  renameSync(aside, path);
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
