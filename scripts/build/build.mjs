/**
 * `npm run build`: builds `dist/`. With `--if-changed` it leaves what was built of the same sources and packages, so that a
 * second `npm start` is quick.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprint } from './fingerprint.mjs';

/** What `dist/` was built of; written last, and gone with `dist/` when a build begins. */
const MARK = 'dist/.built-of';

const sources = fingerprint();
const isBuilt = existsSync(MARK) && readFileSync(MARK, 'utf8') === sources;
if (!isBuilt || !process.argv.includes('--if-changed')) process.exitCode = await build();

async function build() {
  const { status } = spawnSync('nest build', { shell: true, stdio: 'inherit' });
  if (status !== 0) return 1;
  try {
    const { bundle } = await import('./bundle.mjs');
    await bundle();
  } catch (error) {
    if (!error.errors) throw error;
    for (const { message } of error.errors) console.error(message);
    return 1;
  }
  writeFileSync(MARK, sources);
  return 0;
}
