import { constants } from 'node:fs';
import { lstat, open, opendir, realpath, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { UploadedFile } from '../rules/values/uploaded-file.js';
import { findType, TYPE_BYTES } from './inspect-content.js';
import { linkDurably, removeEmptyFolders } from './durable-link.js';
import { LocalFolder } from './local-folder.js';
import type { ByteRange, Storage, StoredEntry, StoredFile } from './storage.js';
import { isPlainPath } from './stored-path.js';
import { unless } from './system-errors.js';

/** The system's error codes for a path without a file. */
const missingCodes = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EISDIR'];
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Keeps files in a folder of the local disk, which one database's records alone refer to.
 * @contract C10
 */
export class DiskStorage implements Storage {
  private readonly local: LocalFolder;

  constructor(folder: string) {
    this.local = new LocalFolder(folder);
  }

  get incoming(): string {
    return this.local.incoming;
  }

  verify(): Promise<void> {
    return this.local.verify();
  }

  async store(path: string, file: UploadedFile): Promise<void> {
    const target = this.locate(path);
    if (target === undefined)
      throw new TypeError(`${JSON.stringify(path)} is not a path of a stored file.`);
    await linkDurably(file.path, target, this.incoming);
  }

  async remove(path: string): Promise<void> {
    const target = this.locate(path);
    if (target === undefined) return;
    await rm(target, { force: true });
    await removeEmptyFolders(target, this.folder);
  }

  async has(path: string): Promise<boolean> {
    const target = this.locate(path);
    const found = target && (await unless(missingCodes, lstat(target)));
    return found ? found.isFile() : false;
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const target = this.locate(path);
    const file = target && (await this.openFile(target));
    if (!file) return undefined;
    try {
      return await storedFile(file, async (range) =>
        (await this.openFile(target))?.createReadStream(
          range && { start: range.first, end: range.last },
        ),
      );
    } finally {
      await file.close();
    }
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    yield* this.entriesBelow('');
  }

  private get folder(): string {
    return this.local.path;
  }

  private locate(path: string): string | undefined {
    return isPlainPath(path) ? join(this.folder, path) : undefined;
  }

  /** Follows no links: a link could lead to any file of the machine. */
  private async openFile(target: string): Promise<FileHandle | undefined> {
    const [real, folder] =
      (await unless(missingCodes, Promise.all([realpath(target), realpath(this.folder)]))) ?? [];
    if (real === undefined || folder === undefined) return undefined;
    if (real !== join(folder, target.slice(this.folder.length))) return undefined;
    const file = await unless(missingCodes, open(real, READ_ONLY));
    if (!file || (await file.stat()).isFile()) return file;
    await file.close();
    return undefined;
  }

  private async *entriesBelow(parent: string): AsyncGenerator<StoredEntry> {
    const folder = await unless(missingCodes, opendir(join(this.folder, parent)));
    for await (const entry of folder ?? []) {
      if (entry.name.startsWith('.')) continue;
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory()) yield* this.entriesBelow(path);
      else if (entry.isFile()) yield* this.entryAt(path);
    }
  }

  private async *entryAt(path: string): AsyncGenerator<StoredEntry> {
    const found = await unless(missingCodes, stat(join(this.folder, path)));
    if (found) yield { path, storedAt: found.mtime };
  }
}

async function storedFile(
  file: FileHandle,
  read: (range?: ByteRange) => Promise<Readable | undefined>,
): Promise<StoredFile> {
  const { size, mtimeMs } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, TYPE_BYTES)), {
    position: 0,
  });
  const type = await findType(buffer.subarray(0, bytesRead));
  const etag = `"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
  const mime = type?.mime ?? 'application/octet-stream';
  return { size, mime, etag, read: () => read(), readRange: read };
}
