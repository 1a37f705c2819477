/**
 * Puts the modules that `nest build` compiled into few files, in their place: Node opens and links each module by itself,
 * which was a quarter of a start. Packages stay where they are. (Decision 0025.)
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const OUTPUT = 'dist';
/** What is read as a file beside the module that serves it, lies beside the bundle. */
const FILES = [['modules/reference/page/reference.js', 'page/reference.js']];

const { outputFiles } = await build({
  entryPoints: ['main.js', 'index.js', '*.command.js'].map((entry) => join(OUTPUT, entry)),
  outdir: OUTPUT,
  allowOverwrite: true,
  write: false,
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
const files = [
  ...outputFiles.map(({ path, contents }) => [path, contents]),
  ...FILES.map(([from, to]) => [join(OUTPUT, to), readFileSync(join(OUTPUT, from))]),
];
rmSync(OUTPUT, { recursive: true });
for (const [path, contents] of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
