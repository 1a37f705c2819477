import { Inject, Injectable, Logger } from '@nestjs/common';
import { STORAGE, type Storage } from '../../../storage/storage.js';
import { storagePathOf } from '../../../storage/stored-path.js';

/** Checks that the files of image columns exist, so that no response links to a missing file. */
@Injectable()
export class StoredImages {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * Returns the paths without a file, checked concurrently. URLs of other sites are not checked. If
   * the storage is unavailable, no file counts as missing.
   */
  async findMissing(paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    const check = async (path: string) => {
      const stored = storagePathOf(path);
      if (stored !== null && !(await this.storage.has(stored))) missing.add(path);
    };
    try {
      await Promise.all([...paths].map(check));
    } catch (error) {
      new Logger('Storage').warn(error);
    }
    return missing;
  }
}
