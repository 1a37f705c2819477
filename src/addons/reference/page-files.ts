import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { pageFile, type PageFile } from '../../http/pages/page-file.js';
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

/**
 * The scripts and styles of the reference page, from local files only. Each is read once, on the
 * first request.
 */
@Injectable()
export class PageFiles {
  private readonly files = new Map<string, Promise<PageFile>>();

  /** Returns a file of the page; `undefined` for any other name. */
  find(name: string): Promise<PageFile> | undefined {
    const source = sources.get(name);
    if (!source) return undefined;
    const file =
      this.files.get(name) ?? source.read().then((content) => pageFile(content, source.type));
    this.files.set(name, file);
    return file;
  }

  /** Returns the versions of all files by name. */
  async versions(): Promise<ReadonlyMap<string, string>> {
    const all = [...sources.keys()].map(
      async (name) => [name, (await this.find(name)!).version] as const,
    );
    return new Map(await Promise.all(all));
  }
}
