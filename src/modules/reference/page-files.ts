import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { staticFile, type StaticFile } from '../../http/static-file.js';
import { pageStyles } from './page/page-styles.js';

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = join(dirname(fileURLToPath(import.meta.url)), 'page');

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

interface Source {
  readonly type: string;
  readonly read: () => Promise<Buffer>;
}

const fileIn = (folder: string, name: string, type: string): Source => ({
  type,
  read: () => readFile(join(folder, name)),
});

/** The files of the page by name. Nothing else is served. */
const sources: ReadonlyMap<string, Source> = new Map([
  ['swagger-ui-bundle.js', fileIn(swaggerUi, 'swagger-ui-bundle.js', script)],
  ['swagger-ui.css', fileIn(swaggerUi, 'swagger-ui.css', style)],
  ['favicon-32x32.png', fileIn(swaggerUi, 'favicon-32x32.png', 'image/png')],
  ['theme.js', fileIn(own, 'theme.js', script)],
  ['reference.js', fileIn(own, 'reference.js', script)],
  ['reference.css', { type: style, read: () => Promise.resolve(Buffer.from(pageStyles)) }],
]);

/** The files that were read, for all applications of the process. */
const files = new Map<string, Promise<StaticFile>>();

/**
 * The scripts and styles of the reference page, from local files only. Each is read once, on the
 * first request.
 */
@Injectable()
export class PageFiles {
  /** Returns a file of the page; `undefined` for any other name. */
  find(name: string): Promise<StaticFile> | undefined {
    const source = sources.get(name);
    if (!source) return undefined;
    const file = files.get(name) ?? readFileOf(source);
    files.set(name, file);
    return file;
  }

  /** Compresses the large files, which browsers request right after the page. */
  prepare(): void {
    for (const name of sources.keys())
      void this.find(name)!.then(
        (file) => file.encoded('br'),
        () => undefined,
      );
  }

  /** Returns the versions of all files by name. */
  async versions(): Promise<ReadonlyMap<string, string>> {
    const names = [...sources.keys()];
    const found = await Promise.all(names.map((name) => this.find(name)!));
    return new Map(names.map((name, at) => [name, found[at]!.version]));
  }
}

const readFileOf = async ({ type, read }: Source): Promise<StaticFile> =>
  staticFile(await read(), type);
