import { Inject, Injectable, Logger } from '@nestjs/common';
import { STORAGE, type Storage } from '../../../storage/storage.js';
import { storagePathOf } from '../../../storage/stored-path.js';

/** Looks for the files that image columns name, so that no answer leads to one that is gone. */
@Injectable()
export class StoredImages {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * Those of the columns' values under which no file lies, all looked for beside each other.
   * Another site's address is not looked for; neither is anything missing while the storage cannot
   * say.
   */
  async findMissing(paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    const look = async (path: string) => {
      const stored = storagePathOf(path);
      if (stored !== null && !(await this.storage.has(stored))) missing.add(path);
    };
    try {
      await Promise.all([...paths].map(look));
    } catch (error) {
      new Logger('Storage').warn(error);
    }
    return missing;
  }
}
