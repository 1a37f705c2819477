import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { loadOnce } from '../../base/load-once.js';
import { pageFile, type PageFile } from '../../http/pages/page-file.js';

/** The built application. */
export interface BuiltExplorer {
  /** The page, whose references to files start with `./`. */
  readonly page: string;
  /** Scripts, styles and images by name. Nothing else is served. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Reads the files that `npm run build` writes. All are read on the first request and stay in memory,
 * so that a build of another version changes nothing for those who are using this one.
 */
@Injectable()
export class ExplorerFiles {
  /** The folder of the built files; `null` if the package was not found. */
  folder = builtFolder();

  /** @throws Error if the files are missing */
  readonly read = loadOnce(() => this.load());

  private async load(): Promise<BuiltExplorer> {
    if (this.folder === null) throw new Error('The folder of the package was not found.');
    const assets = join(this.folder, 'assets');
    const [page, names] = await Promise.all([
      readFile(join(this.folder, 'index.html'), 'utf8'),
      readdir(assets),
    ]);
    const served = names.filter((name) => extname(name) in types);
    const files = await Promise.all(served.map((name) => readPageFile(join(assets, name))));
    return { page, assets: new Map(served.map((name, at) => [name, files[at]!])) };
  }
}

/** Reads an image, a script or a style; its name decides its type. */
export const readPageFile = async (path: string): Promise<PageFile> =>
  pageFile(await readFile(path), types[extname(path).toLowerCase()]!);

/** The folder is missing if an application bundles the package into one file. */
function builtFolder(): string | null {
  try {
    const description = createRequire(import.meta.url).resolve('resource-api/package.json');
    return join(dirname(description), 'dist/explorer');
  } catch {
    return null;
  }
}
