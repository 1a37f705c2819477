import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

/** A file of the page. */
export interface PageFile {
  readonly content: Buffer;
  readonly type: string;
  readonly etag: string;
}

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = join(dirname(fileURLToPath(import.meta.url)), 'page');

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** Where each file of the page lies, and what it is. Nothing else is served. */
const places: ReadonlyMap<string, readonly [folder: string, type: string]> = new Map([
  ['swagger-ui-bundle.js', [swaggerUi, script]],
  ['swagger-ui.css', [swaggerUi, style]],
  ['favicon-32x32.png', [swaggerUi, 'image/png']],
  ['reference.js', [own, script]],
  ['reference.css', [own, style]],
]);

/** The scripts and styles of the reference page, from this machine alone; read once each, when somebody asks. */
@Injectable()
export class PageFiles {
  private readonly files = new Map<string, Promise<PageFile>>();

  /** `undefined` for a name that is none of the page's. */
  find(name: string): Promise<PageFile> | undefined {
    const place = places.get(name);
    if (!place) return undefined;
    const file = this.files.get(name) ?? readPageFile(join(place[0], name), place[1]);
    this.files.set(name, file);
    return file;
  }
}

async function readPageFile(path: string, type: string): Promise<PageFile> {
  const content = await readFile(path);
  return { content, type, etag: `"${hash('sha256', content)}"` };
}
