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
if (!isBuilt || !process.argv.includes('--if-changed')) {
  const { status } = spawnSync('nest', ['build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const { bundle } = await import('./bundle.mjs');
  await bundle();
  writeFileSync(MARK, sources);
}
