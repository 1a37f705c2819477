import type { Readable } from 'node:stream';
import type { UploadedFile } from '../rules/values/uploaded-file.js';

/** The description of a stored file, before it is sent. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** The type of its content; `application/octet-stream` if it is unknown. */
  readonly mime: string;
  /** In quotes, as in the header. Strong, since a stored file never changes. */
  readonly etag: string;
  /**
   * Returns its content, which must be read to its end or destroyed; `undefined` if the file was
   * removed meanwhile.
   */
  read(): Promise<Readable | undefined>;
  /** Does the same for some of its bytes. Absent if the storage cannot read parts of a file. */
  readRange?(range: ByteRange): Promise<Readable | undefined>;
  /**
   * Returns a URL where the client can read the content itself for a limited time. Absent if the
   * service sends the content.
   *
   * @param headers what the response there must contain
   */
  link?(headers: LinkHeaders): Promise<FileLink>;
}

/** Bytes of a file, by the positions of the first and the last. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The request of a client that is redirected to another URL, and the headers of its response. */
export interface LinkHeaders {
  readonly method: 'GET' | 'HEAD';
  /** Content-Type. */
  readonly type: string;
  /** Content-Disposition. */
  readonly disposition: string;
  readonly cacheControl: string;
}

/** A URL outside this service. */
export interface FileLink {
  readonly url: string;
  /** Seconds for which caches may redirect other clients to the same URL. */
  readonly maxAge: number;
}

/** A stored file, for a sweep. */
export interface StoredEntry {
  readonly path: string;
  readonly storedAt: Date;
}

/**
 * Stores files: on the local disk, unless a deployment provides another storage. Paths are
 * `<resource>/<record key>/…` of plain names, created by this service only, and no path is ever
 * stored twice.
 *
 * @contract C10
 */
export interface Storage {
  /** A local folder where received files wait for their validation; emptied after each request. */
  readonly incoming: string;
  /** Checks at boot whether files can be stored. @throws StorageError */
  verify(): Promise<void>;
  /**
   * Stores a received file atomically. The received file stays where it is, since a transaction
   * that is retried stores it again.
   *
   * @throws RequestError `unavailable`, or the system's own error (ENOSPC, EROFS, ...), while it
   * cannot be stored
   */
  store(path: string, file: UploadedFile): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Whether the file exists. Called for all paths of a response, so it must not open files. */
  has(path: string): Promise<boolean>;
  /** Returns `undefined` for a string that is not a path of a stored file. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Iterates over all stored files. */
  entries(): AsyncIterable<StoredEntry>;
}

/** Nest's token for the {@link Storage} in use. */
export const STORAGE = Symbol('resource-api:storage');
