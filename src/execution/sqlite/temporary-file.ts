import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const prefix = 'resource-api-database-';

/** Where a database lies that ends with its process: a file in a new folder of its own. */
export function temporaryFile(): string {
  return join(mkdtempSync(join(tmpdir(), prefix)), 'database.sqlite');
}

/** The folder to remove when the database is closed, where it is one of ours. */
export function temporaryFolderOf(file: string): string | undefined {
  const folder = dirname(file);
  return basename(folder).startsWith(prefix) ? folder : undefined;
}
