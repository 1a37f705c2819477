import type { Readable } from 'node:stream';
import type { UploadedFile } from '../rules/uploaded-file.js';

/** A stored file, as it is told before it is sent. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** What its content is; `application/octet-stream` when it is nothing that is known. */
  readonly mime: string;
  /** In quotes, as the header wants it; strong, since a stored file never changes. */
  readonly etag: string;
  /** Its content, to be read to its end or destroyed; `undefined` when it was removed meanwhile. */
  read(): Promise<Readable | undefined>;
}

/** What a sweep learns of a stored file. */
export interface StoredEntry {
  readonly path: string;
  readonly storedAt: Date;
}

/**
 * Where files lie: the local disk unless a deployment gives another. Paths are `<resource>/<record
 * key>/…` of plain names, made by this service alone, and no path is ever stored twice.
 *
 * @contract C10
 */
export interface Storage {
  /** A local folder where received files wait for their validation; emptied after each request. */
  readonly incoming: string;
  /** Says at boot what would fail later. @throws StorageError */
  verify(): Promise<void>;
  /**
   * Takes a received file; all of it is there when this resolves, or nothing of it is. The received
   * file stays where it is, since a transaction that is tried again stores it again.
   *
   * @throws RequestError `unavailable`, or the system's own error (ENOSPC, EROFS, ...), while it
   * cannot be stored
   */
  store(path: string, file: UploadedFile): Promise<void>;
  /** Removes a file; one that is gone already is no fault. */
  remove(path: string): Promise<void>;
  /**
   * Is there such a file? Asked before its path is answered: for many paths at once, so without
   * opening files.
   */
  has(path: string): Promise<boolean>;
  /** Any text may be asked for: what is no path of a stored file is `undefined`. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Every stored file, read as it is asked for. */
  entries(): AsyncIterable<StoredEntry>;
}

/** Nest's token for the {@link Storage} in use. */
export const STORAGE = Symbol('resource-api:storage');
