import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../execution/database/database.js';
import type { UploadedFile } from '../rules/uploaded-file.js';
import { asPathSegment } from './path-segment.js';
import { STORAGE, type Storage } from './storage.js';
import { onDisk } from './system-errors.js';
import { storagePathOf, urlPathOf, verifyFileName } from './stored-path.js';

/**
 * Which record a file is of, and the name that it gets; `null`: one made of the path's random part.
 */
export interface FilePlace {
  readonly resource: string;
  readonly key: string;
  readonly storeAs: string | null;
}

/**
 * The files of records: stored and removed with the transactions that change their columns.
 * @contract C10
 */
@Injectable()
export class RecordFiles {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * Writes the file under a new path, which nobody can guess and no other file has; removed again
   * when the transaction is undone. It may be called once more for the same file when the
   * transaction is tried again.
   *
   * @returns the path that the column keeps: `/storage/…`
   * @throws TypeError when `storeAs` is no plain file name
   * @contract C10.2, C10.3
   */
  async store(transaction: Transaction, place: FilePlace, file: UploadedFile): Promise<string> {
    const path = newPath(place, file);
    transaction.afterRollback(() => this.storage.remove(path));
    // A storage of the team's own may pass on the system's errors as they are.
    await onDisk(() => this.storage.store(path, file));
    return urlPathOf(path);
  }

  /**
   * Removes the file after the commit. What is no path of a stored file, such as another site's
   * address, is left alone.
   */
  discard(transaction: Transaction, urlPath: string | null): void {
    const path = urlPath === null ? null : storagePathOf(urlPath);
    if (path !== null) transaction.afterCommit(() => this.storage.remove(path));
  }
}

/** 128 bits. */
const randomName = (): string => randomBytes(16).toString('base64url');

function newPath({ resource, key, storeAs }: FilePlace, { type }: UploadedFile): string {
  const random = randomName();
  const name =
    storeAs === null
      ? `${random}.${type?.extension ?? 'bin'}`
      : `${random}/${verifyFileName(storeAs)}`;
  return `${asPathSegment(resource)}/${asPathSegment(key)}/${name}`;
}
