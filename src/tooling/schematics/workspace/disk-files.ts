import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileChange } from './formatted-changes.js';
import type { SourceFiles } from './workspace.js';

/** The files of an application on the disk. */
export class DiskFiles implements SourceFiles {
  constructor(private readonly root: string) {}

  read(path: string): string | undefined {
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  list(folder: string): readonly string[] {
    const path = join(this.root, folder);
    return existsSync(path) ? readdirSync(path) : [];
  }

  /** @throws Error if a new file exists by now */
  write(changes: readonly FileChange[]): void {
    for (const { path, content, isNew } of changes) {
      const file = join(this.root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { flag: isNew ? 'wx' : 'w' });
    }
  }
}
