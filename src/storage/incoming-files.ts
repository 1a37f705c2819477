import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import { FileSpool } from './file-spool.js';
import { STORAGE, type Storage } from './storage.js';
import { unless } from './system-errors.js';

/** The files of forms, from their arrival until they are stored or rejected. @contract C10.3 */
@Injectable()
export class IncomingFiles {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** Returns a spool for the files of one form, for `readMultipart`. */
  open(): FileSpool {
    return new FileSpool(this.storage.incoming, this.options.limits.uploadBytes);
  }

  /** Removes files that a crash left behind before that time. */
  async removeLeftovers(before: Date): Promise<void> {
    const { incoming } = this.storage;
    for (const name of (await unless(['ENOENT'], readdir(incoming))) ?? []) {
      const path = join(incoming, name);
      const found = await unless(['ENOENT'], stat(path));
      if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
    }
  }
}
