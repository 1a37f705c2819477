import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the browser application into `dist/explorer`, unless it was built from the same sources. It
 * is built in a folder beside it, which then takes its place, so that there is no moment with half of
 * the files.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const target = join(dist, 'explorer');
const next = join(dist, `.explorer-${process.pid}`);
const previous = join(dist, `.explorer-${process.pid}-previous`);

/** Changes with the sources, and with the versions of the packages. */
function digestOfSources() {
  const files = ['explorer', 'src/tooling/client'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const lock = join(root, 'package-lock.json');
  const read = [...files.sort(), ...(existsSync(lock) ? [lock] : [])];
  return hash('sha256', JSON.stringify(read.map((file) => hash('sha256', readFileSync(file)))));
}

const digest = digestOfSources();
const written = join(target, 'sources.sha256');
const isCurrent = existsSync(written) && readFileSync(written, 'utf8') === digest;
if (!isCurrent) {
  // Tests set another environment, in which React would be its larger development build.
  process.env.NODE_ENV = 'production';
  mkdirSync(dist, { recursive: true });
  const { build } = await import('vite');
  try {
    await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
      build: { outDir: next, emptyOutDir: true },
    });
    writeFileSync(join(next, 'sources.sha256'), digest);
    if (existsSync(target)) renameSync(target, previous);
    renameSync(next, target);
  } finally {
    rmSync(next, { recursive: true, force: true });
    rmSync(previous, { recursive: true, force: true });
  }
}
