import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../database/connection/database.js';
import type { UploadedFile } from '../rules/values/uploaded-file.js';
import { asPathSegment } from './path-segment.js';
import { STORAGE, type Storage } from './storage.js';
import { onDisk } from './system-errors.js';
import { storagePathOf, urlPathOf, verifyFileName } from './stored-path.js';

/** The record that a file belongs to, and its name; `null` for a random name. */
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
  private readonly kept = new WeakMap<Transaction, Set<string>>();

  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * Writes the file under a new, unique path that cannot be guessed, and removes it when the
   * transaction is rolled back. May be called again for the same file when the transaction is
   * retried.
   *
   * @returns the path for the column: `/storage/…`
   * @throws TypeError when `storeAs` is not a plain file name
   * @contract C10.2, C10.3
   */
  async store(transaction: Transaction, place: FilePlace, file: UploadedFile): Promise<string> {
    const path = newPath(place, file);
    transaction.afterRollback(() => this.storage.remove(path));
    // A team's own storage may throw the system's errors.
    await onDisk(() => this.storage.store(path, file));
    return urlPathOf(path);
  }

  /**
   * Removes the file after the commit, unless the transaction keeps it. Ignores a value that is not a path of a stored file, such as
   * another site's address.
   */
  discard(transaction: Transaction, urlPath: string | null): void {
    const path = urlPath === null ? null : storagePathOf(urlPath);
    if (path === null) return;
    transaction.afterCommit(async () => {
      if (!this.kept.get(transaction)?.has(path)) await this.storage.remove(path);
    });
  }

  /** Keeps a file that the transaction discards. */
  keep(transaction: Transaction, path: string): void {
    this.kept.set(transaction, (this.kept.get(transaction) ?? new Set()).add(path));
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
