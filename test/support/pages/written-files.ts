import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { COMPILED, compileBeside, compiledPath } from '../compiled-path.js';

/** The files of the project and its packages, read once for all documents. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Files that the reader of a document writes, checked and run as if they were in the project. */
export class WrittenFiles {
  private folder: string | null = null;

  /** @param files their contents, by their paths in the project */
  constructor(private readonly files: ReadonlyMap<string, string>) {}

  /** The errors of the compiler, with the project's settings. */
  faults(): readonly string[] {
    const { options } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, configHost)!;
    const roots = [...this.files.keys(), 'demo/resources/register.ts'].map((path) => resolve(path));
    const program = ts.createProgram(roots, { ...options, noEmit: true }, this.host(options));
    const own = roots.flatMap((path) => {
      const file = program.getSourceFile(path);
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    });
    return own.map(
      ({ file, messageText }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  }

  /** Runs a file with its imports, and returns its exports. */
  load<Exports>(path: string): Promise<Exports> {
    this.folder ??= this.write();
    return import(join(this.folder, path.replace(/\.ts$/, '.js'))) as Promise<Exports>;
  }

  dispose(): void {
    if (this.folder !== null) rmSync(this.folder, { recursive: true });
  }

  /**
   * Puts the files into a folder of their own, where imports of other files resolve to the project.
   */
  private write(): string {
    const folder = mkdtempSync(join(COMPILED, 'written-'));
    for (const [path, text] of this.files) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(
        place,
        text.replace(/(?<=from ')\.[^']+(?=\.js')/g, (name) => {
          const target = join(dirname(path), name);
          return this.files.has(`${target}.ts`)
            ? name
            : relative(dirname(place), compiledPath(target));
        }),
      );
      compileBeside(place);
    }
    return folder;
  }

  /** The disk, including these files. */
  private host(options: ts.CompilerOptions): ts.CompilerHost {
    const host = ts.createCompilerHost(options);
    const texts = new Map([...this.files].map(([path, text]) => [resolve(path), text]));
    const folders = new Set([...texts.keys()].map((path) => dirname(path)));
    return {
      ...host,
      fileExists: (path) => texts.has(path) || host.fileExists(path),
      directoryExists: (path) => folders.has(path) || host.directoryExists!(path),
      readFile: (path) => texts.get(path) ?? host.readFile(path),
      getSourceFile(path, version, ...rest) {
        const text = texts.get(path);
        if (text !== undefined) return ts.createSourceFile(path, text, version);
        if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, version, ...rest));
        return parsed.get(path);
      },
    };
  }
}

const configHost: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic({ messageText }) {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
  },
};
