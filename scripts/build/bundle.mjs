import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build } from 'rolldown';

/** What is read as a file beside the module that serves it, lies beside the bundle. */
const FILES = [['modules/reference/page/reference.js', 'page/reference.js']];
/** Packages that TypeORM loads by their names, as we do, or that are served as files. */
const INSTALLED = ['better-sqlite3', 'mysql2', 'pg', 'swagger-ui-dist'];

/** Faults are told by the lines of `src/`, where Node is asked to (`--enable-source-maps`). */
const linesOfSource = {
  name: 'lines-of-source',
  load: {
    filter: { id: { exclude: /node_modules/ } },
    handler(path) {
      const map = `${path}.map`;
      return existsSync(map) ? { code: readFileSync(path, 'utf8'), map: readFileSync(map, 'utf8') } : null;
    },
  },
};

/** They do so where the service does not go (transports of logs, the health of gRPC, files of settings), or for INSTALLED. */
const HARMLESS = ['@nestjs/terminus', 'pino', 'thread-stream', 'typeorm'];

/** By which a package finds files beside its modules, or modules by names that it makes up. */
const FILES_BESIDE = new RegExp(
  [
    /\b__(?:dirname|filename)\b/,
    /\bimport\.meta\.(?:dirname|filename)\b/,
    /\bnew URL\([^()]*\bimport\.meta\.url\b/,
    /\brequire\(\s*[^'"`\\\s)]/,
    /\brequire\(\s*(['"`])[^'"`]*\1\s*\+/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Refuses packages that would not find their own files in a bundle. */
const filesBesidePackages = {
  name: 'files-beside-packages',
  transform: {
    filter: { id: /node_modules/, code: FILES_BESIDE },
    handler(code, path) {
      const name = packageOf(path);
      if (HARMLESS.includes(name)) return;
      this.error(
        `${name} looks for files or modules beside itself (${relative('', path)}). In scripts/build/bundle.mjs, name it among INSTALLED, ` +
          `or what asks for it ("npm ls ${name}" tells), and it is loaded from node_modules; or among HARMLESS, where it need not find them.`,
      );
    },
  },
};

const packageOf = (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.replaceAll('\\', '/'))[1];

/**
 * Makes few files of the modules that were compiled into a folder: Node opens and links each module by itself, which was
 * half of a start. The service and its commands take the packages along; the library leaves them to whoever imports it.
 * (Decisions 0025 and 0026.)
 *
 * @returns {Promise<[name: string, contents: string | Uint8Array][]>} what is loaded before what loads it
 */
export async function bundle(folder) {
  const commands = readdirSync(folder).filter((file) => file.endsWith('.command.js'));
  const bundles = await build([
    bundleOf(folder, ['main.js', ...commands], INSTALLED),
    bundleOf(folder, ['index.js'], (id) => /^[^./]/.test(id)),
  ]);
  const outputs = bundles.flatMap(({ output }) => output).sort((one, other) => isEntry(one) - isEntry(other));
  return [
    ...FILES.map(([from, to]) => [to, readFileSync(join(folder, from))]),
    ...outputs.map((file) => [file.fileName, file.code ?? file.source]),
  ];
}

const isEntry = (file) => Number(file.isEntry ?? false);

const bundleOf = (folder, entries, external) => ({
  // Names of modules stand in the files: they are the same wherever these are built.
  cwd: resolve(folder),
  input: entries.map((file) => `./${file}`),
  external,
  plugins: [linesOfSource, filesBesidePackages],
  platform: 'node',
  // What runs is all that was tested.
  treeshake: false,
  write: false,
  output: {
    dir: resolve('dist'),
    format: 'esm',
    // Tables, errors and log lines are named after classes.
    keepNames: true,
    sourcemap: true,
  },
  onLog(level, log, print) {
    const isMissing = log.code === 'UNRESOLVED_IMPORT';
    // Packages ask for others that need not be there.
    if (isMissing && log.id?.includes('node_modules')) return;
    print(isMissing ? 'error' : level, log);
  },
});
