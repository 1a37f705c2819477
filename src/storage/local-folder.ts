import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StorageError } from './storage-error.js';

/** The folder of the option `storage.path`. */
export class LocalFolder {
  /** Absolute. */
  readonly path: string;
  /** Where received files wait for their validation. */
  readonly incoming: string;

  constructor(folder: string) {
    this.path = resolve(folder);
    this.incoming = join(this.path, '.incoming');
  }

  /** Creates the folder, and checks whether it accepts files. @throws StorageError */
  async verify(): Promise<void> {
    const probe = join(this.incoming, `probe-${randomUUID()}`);
    try {
      await mkdir(this.incoming, { recursive: true, mode: 0o700 });
      // An empty file could be written to a full disk.
      await writeFile(probe, 'probe').finally(() => rm(probe, { force: true }));
    } catch (error) {
      const { message } = error as Error;
      throw new StorageError(
        `Files cannot be stored in ${this.path}: ${message}. Set STORAGE_PATH, or the option storage.path, to a folder that this user may write to.`,
        error,
      );
    }
  }
}
