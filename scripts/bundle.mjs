/**
 * Puts the modules that `nest build` compiled into few files, in their place: Node opens and links each module by itself,
 * which was a quarter of a start. Packages stay where they are. (Decision 0025.)
 */
import { cpSync, renameSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const MODULES = 'dist';
const BUNDLE = 'var/bundle';
/** What is read as a file beside the module that serves it, lies beside the bundle. */
const FILES = [['modules/reference/page/reference.js', 'page/reference.js']];

rmSync(BUNDLE, { recursive: true, force: true });
await build({
  entryPoints: ['main.js', 'index.js', '*.command.js'].map((entry) => `${MODULES}/${entry}`),
  outdir: BUNDLE,
  bundle: true,
  // Whichever way in is taken, there is one of each class.
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // Tables, errors and log lines are named after classes.
  keepNames: true,
  sourcemap: true,
  logLevel: 'warning',
});
for (const [from, to] of FILES) cpSync(`${MODULES}/${from}`, `${BUNDLE}/${to}`);
rmSync(MODULES, { recursive: true });
renameSync(BUNDLE, MODULES);
