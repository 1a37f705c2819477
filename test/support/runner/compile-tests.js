import { transformFile } from '@swc/core';
import { existsSync } from 'node:fs';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where the compiled sources and tests are. */
export const compiledFolder = 'var/tests';

const folders = ['src', 'demo', 'test', 'bench', 'scripts'];

/** The file that a source becomes, both relative to the project. */
export const compiledFile = (source) =>
  join(compiledFolder, source.replace(/\.ts$/, isSpec(source) ? '.cjs' : '.js'));

/** CommonJS can be unloaded, with all that the variables of the file refer to. */
const isSpec = (source) => /\.(spec|browser|servers)\.ts$|^test\/.*-setup\.ts$/.test(source);

/**
 * Compiles sources and tests as the build does, into a copy of the project that Node.js can load.
 * Only what has changed is compiled again: a compiled file has the time of its source.
 */
export default async function compileTests() {
  const settings = await settingsOfCompiler();
  const stamp = join(compiledFolder, 'settings');
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== settings)
    await rm(compiledFolder, { recursive: true, force: true });
  const sources = (await Promise.all(folders.map(filesIn))).flat();
  await Promise.all(sources.map(update));
  await removeAllBut(new Set(sources.map(compiledFile)));
  await writeFile(join(compiledFolder, 'package.json'), await packageOfTests());
  await writeFile(stamp, settings);
}

async function settingsOfCompiler() {
  const version = JSON.parse(await readFile('node_modules/@swc/core/package.json', 'utf8')).version;
  return `${version} ${await readFile('.swcrc', 'utf8')}`;
}

/** The package itself, with these files instead of the build: the demo imports it by name. */
async function packageOfTests() {
  const text = await readFile('package.json', 'utf8');
  return text.replaceAll('./dist/', './');
}

async function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'));
}

async function update(source) {
  const target = compiledFile(source);
  const { mtime } = await stat(source);
  const last = existsSync(target) ? (await stat(target)).mtime : undefined;
  if (last?.getTime() === mtime.getTime()) return;
  await mkdir(dirname(target), { recursive: true });
  // Another run may compile the same source.
  const part = join(compiledFolder, `${process.pid}-${source.replaceAll('/', '-')}`);
  if (source.endsWith('.ts')) await compile(source, part);
  else await cp(source, part);
  await utimes(part, mtime, mtime);
  await rename(part, target);
}

async function compile(source, target) {
  const { code } = await transformFile(source, {
    configFile: '.swcrc',
    sourceMaps: 'inline',
    sourceFileName: resolve(source),
    ...(isSpec(source) && { module: { type: 'commonjs' } }),
  });
  await writeFile(target, code);
}

/** Sources may have been renamed or removed. */
async function removeAllBut(current) {
  const found = await Promise.all(folders.map((folder) => filesIn(join(compiledFolder, folder))));
  for (const path of found.flat()) if (!current.has(path)) await rm(path, { force: true });
}
