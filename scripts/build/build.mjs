/**
 * `npm run build`: builds `dist/`. With `--if-changed` it leaves what was built of the same sources and packages, so that a
 * second `npm start` is quick.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { findBuilt, keep } from './output.mjs';

const HOUR = 3_600_000;

const sources = fingerprint();
if (!process.argv.includes('--if-changed') || findBuilt() !== sources) process.exitCode = await build();

/** Builds in a folder of its own, which another build does not disturb. */
async function build() {
  mkdirSync('var', { recursive: true });
  removeLeft();
  const folder = mkdtempSync(join('var', 'build-'));
  try {
    const compile = `swc src --out-dir ${folder} --strip-leading-paths --config-file .swcrc --quiet`;
    const { status } = spawnSync(compile, { shell: true, stdio: 'inherit' });
    if (status !== 0) return 1;
    const { bundle } = await import('./bundle.mjs');
    keep(await bundle(folder), sources);
    return 0;
  } catch (error) {
    if (!error.errors) throw error;
    for (const { message } of error.errors) console.error(message);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds that were interrupted leave their folders. */
function removeLeft() {
  const left = readdirSync('var').filter((name) => name.startsWith('build-'));
  for (const folder of left.map((name) => join('var', name)))
    if (Date.now() - statSync(folder).mtimeMs > HOUR) rmSync(folder, { recursive: true, force: true });
}
