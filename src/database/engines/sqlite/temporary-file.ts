import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const prefix = 'resource-api-database-';

/** Returns a file in a new temporary folder, for a database that ends with its process. */
export function temporaryFile(): string {
  return join(mkdtempSync(join(tmpdir(), prefix)), 'database.sqlite');
}

/** Returns the folder to remove when the database is closed, if the service created it. */
export function temporaryFolderOf(file: string): string | undefined {
  const folder = dirname(file);
  return basename(folder).startsWith(prefix) ? folder : undefined;
}
