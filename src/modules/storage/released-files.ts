import { Inject, Injectable } from '@nestjs/common';
import { STORAGE, type Storage } from '../../storage/storage.js';
import { storagePathOf } from '../../storage/stored-path.js';
import { ReferencedFiles } from './referenced-files.js';

/** Paths per statement. */
const BATCH = 200;

/** Removes files that the log has kept, unless a record refers to them again. @contract C15.3 */
@Injectable()
export class ReleasedFiles {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly held: ReferencedFiles,
  ) {}

  /** @param urlPaths as columns contain them; addresses of other sites are ignored */
  async remove(urlPaths: readonly string[]): Promise<void> {
    const paths = urlPaths.flatMap((url) => storagePathOf(url) ?? []);
    for (let start = 0; start < paths.length; start += BATCH) {
      const batch = paths.slice(start, start + BATCH);
      const held = await this.held.among(batch);
      for (const path of batch) if (!held.has(path)) await this.storage.remove(path);
    }
  }
}
