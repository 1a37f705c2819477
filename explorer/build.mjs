import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds the browser application into `dist/explorer`. It is built in a folder beside it, which then
 * takes its place, so that there is no moment with half of the files.
 */
const dist = join(import.meta.dirname, '../dist');
const target = join(dist, 'explorer');
const next = join(dist, `.explorer-${process.pid}`);
const previous = join(dist, `.explorer-${process.pid}-previous`);

// Tests set another environment, in which React would be its larger development build.
process.env.NODE_ENV = 'production';
mkdirSync(dist, { recursive: true });
try {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
    build: { outDir: next, emptyOutDir: true },
  });
  if (existsSync(target)) renameSync(target, previous);
  renameSync(next, target);
} finally {
  rmSync(next, { recursive: true, force: true });
  rmSync(previous, { recursive: true, force: true });
}
