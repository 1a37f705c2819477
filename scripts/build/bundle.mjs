import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'rolldown';

const OUTPUT = 'dist';
/** What is read as a file beside the module that serves it, lies beside the bundle. */
const FILES = [['modules/reference/page/reference.js', 'page/reference.js']];
/** Packages that TypeORM loads by their names, as we do, or that are served as files. */
const INSTALLED = ['better-sqlite3', 'mysql2', 'pg', 'swagger-ui-dist'];

/** Faults are told by the lines of `src/`, where Node is asked to (`--enable-source-maps`). */
const linesOfSource = {
  name: 'lines-of-source',
  load(path) {
    if (!path.startsWith(resolve(OUTPUT))) return null;
    return { code: readFileSync(path, 'utf8'), map: readFileSync(`${path}.map`, 'utf8') };
  },
};

/** They look for files beside themselves where the service does not go: in transports of logs, in the health of gRPC. */
const HARMLESS = ['@nestjs/terminus', 'pino', 'thread-stream'];

/** Refuses packages that would not find their own files in a bundle. */
const filesBesidePackages = {
  name: 'files-beside-packages',
  transform: {
    filter: { id: /node_modules/, code: /\b__(?:dirname|filename)\b|\bimport\.meta\.(?:dirname|filename)\b/ },
    handler(code, path) {
      const name = packageOf(path);
      if (HARMLESS.includes(name)) return;
      this.error(
        `${name} looks for files beside itself (${relative('', path)}). Name it among INSTALLED in scripts/build/bundle.mjs, or what ` +
          `asks for it ("npm ls ${name}" tells): it is then loaded from node_modules.`,
      );
    },
  },
};

const packageOf = (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.replaceAll('\\', '/'))[1];

/**
 * Puts the modules that `nest build` compiled into few files, in their place: Node opens and links each module by itself,
 * which was half of a start. The service and its commands take the packages along; the library leaves them to whoever
 * imports it. (Decisions 0025 and 0026.)
 */
export async function bundle() {
  const commands = readdirSync(OUTPUT).filter((file) => file.endsWith('.command.js'));
  const outputs = await build([
    bundleOf(['main.js', ...commands], INSTALLED),
    bundleOf(['index.js'], (id) => /^[^./]/.test(id)),
  ]);
  const files = [
    ...outputs.flatMap(({ output }) => output.map((file) => [file.fileName, file.code ?? file.source])),
    ...FILES.map(([from, to]) => [to, readFileSync(join(OUTPUT, from))]),
  ];
  rmSync(OUTPUT, { recursive: true });
  for (const [name, contents] of files) write(join(OUTPUT, name), contents);
}

const bundleOf = (entries, external) => ({
  input: entries.map((file) => join(OUTPUT, file)),
  external,
  plugins: [linesOfSource, filesBesidePackages],
  platform: 'node',
  // What runs is all that was tested.
  treeshake: false,
  write: false,
  output: {
    format: 'esm',
    // Tables, errors and log lines are named after classes.
    keepNames: true,
    sourcemap: true,
  },
  onLog(level, log, print) {
    // Packages ask for others that need not be there.
    if (log.code !== 'UNRESOLVED_IMPORT' || !log.id?.includes('node_modules')) print(level, log);
  },
});

function write(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
