import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import type { UploadedFile } from '../../rules/values/uploaded-file.js';
import { findType, TYPE_BYTES } from '../../storage/inspect-content.js';
import { LocalFolder } from '../../storage/local-folder.js';
import { StorageError } from '../../storage/storage-error.js';
import type { ByteRange, Storage, StoredEntry, StoredFile } from '../../storage/storage.js';
import { isPlainPath } from '../../storage/stored-path.js';
import { KnownFiles } from './known-files.js';
import { ObjectStoreError, storeUnavailable, withoutSecrets } from './object-store-error.js';
import { ObjectStore, type FoundObject } from './object-store.js';
import { parseS3Address } from './s3-address.js';
import { SignedLinks } from './signed-links.js';

/** Bytes: most previews and avatars are served with one request to the store. */
const FIRST_BYTES = 64 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Keeps files as objects of an S3-compatible store. Received files wait in a local folder.
 * @contract C10
 */
export class S3Storage implements Storage {
  private readonly known = new KnownFiles();
  private isVerified = false;
  /** Whether the store refuses to overwrite an object; found out at the start. */
  private isConditional = true;

  private constructor(
    private readonly objects: ObjectStore,
    private readonly links: SignedLinks | undefined,
    private readonly address: { readonly url: string; readonly prefix: string },
    private readonly local: LocalFolder,
  ) {}

  /**
   * Opens the storage without a request to the store.
   *
   * @throws StorageError if a package is not installed
   */
  static async open(url: string, options: ResolvedOptions['storage']): Promise<S3Storage> {
    const { bucket, prefix } = parseS3Address(url);
    const { endpoint, timeout, linkLifetime } = options;
    const pathStyle = options.pathStyle ?? endpoint !== undefined;
    const store = await ObjectStore.open({ bucket, endpoint, pathStyle, timeout });
    const links =
      options.delivery === 'signed' ? await SignedLinks.for(store, linkLifetime) : undefined;
    return new S3Storage(store, links, { url, prefix }, new LocalFolder(options.path));
  }

  get incoming(): string {
    return this.local.incoming;
  }

  /**
   * Stores and removes an object at the start. Later only the local folder is checked: all nodes
   * share the store, and without it every request except uploads and downloads still succeeds.
   */
  async verify(): Promise<void> {
    await this.local.verify();
    if (this.isVerified) return;
    try {
      await this.verifyStore();
    } catch (error) {
      const { message } = withoutSecrets('PutObject', error);
      throw new StorageError(
        `Files cannot be stored in ${this.address.url}: ${message}. ${REMEDY}`,
      );
    }
    this.isVerified = true;
  }

  async store(path: string, file: UploadedFile): Promise<void> {
    const key = this.keyOf(path);
    if (key === undefined)
      throw new TypeError(`${JSON.stringify(path)} is not a path of a stored file.`);
    const mime = file.type?.mime ?? UNKNOWN_TYPE;
    const { path: source, size } = file;
    const { isConditional } = this;
    await orUnavailable(() => this.objects.put(key, { path: source, size, mime, isConditional }));
    this.known.add(path);
  }

  async remove(path: string): Promise<void> {
    const key = this.keyOf(path);
    this.known.remove(path);
    if (key !== undefined) await orUnavailable(() => this.objects.remove(key));
  }

  /**
   * Asks the store once per file and process, and not at all for some seconds after it has failed.
   */
  async has(path: string): Promise<boolean> {
    const key = this.keyOf(path);
    if (key === undefined) return false;
    if (this.known.has(path) || this.known.isPaused) return true;
    try {
      const isStored = await this.objects.has(key);
      if (isStored) this.known.add(path);
      return isStored;
    } catch (error) {
      this.known.pause();
      throw error;
    }
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const key = this.keyOf(path);
    const bytes = this.links ? TYPE_BYTES : FIRST_BYTES;
    const found = key && (await orUnavailable(() => this.objects.find(key, bytes)));
    if (!found) {
      this.known.remove(path);
      return undefined;
    }
    this.known.add(path);
    return this.describe(key, found);
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    const { prefix } = this.address;
    for await (const { key, storedAt } of this.objects.list(prefix))
      yield { path: key.slice(prefix.length), storedAt };
  }

  private keyOf(path: string): string | undefined {
    return isPlainPath(path) ? `${this.address.prefix}${path}` : undefined;
  }

  /**
   * The content decides the type, as on a disk: tools that copy files into a bucket derive it from
   * the name.
   */
  private async describe(key: string, found: FoundObject): Promise<StoredFile> {
    const { links } = this;
    const type = await findType(found.start.subarray(0, TYPE_BYTES));
    const { size, etag } = found;
    const readRange = (range: ByteRange) =>
      orUnavailable(() => this.objects.read(key, found, range));
    return {
      size,
      mime: type?.mime ?? UNKNOWN_TYPE,
      etag,
      read: () => readRange({ first: 0, last: size - 1 }),
      readRange,
      ...(links && { link: (wanted) => orUnavailable(() => links.link(key, wanted)) }),
    };
  }

  private async verifyStore(): Promise<void> {
    const key = `${this.address.prefix}.probe-${randomUUID()}`;
    const isSupported = await this.acceptsCondition(key);
    if (!isSupported) await this.objects.putEmpty(key, false);
    this.isConditional = isSupported;
    const isEnforced = isSupported && !(await this.acceptsCondition(key));
    await this.objects.remove(key);
    if (!isEnforced) new Logger('Storage').warn(NOT_ENFORCED);
  }

  /**
   * Whether a conditional request stores the object; `false` if the store refuses the condition.
   */
  private async acceptsCondition(key: string): Promise<boolean> {
    try {
      await this.objects.putEmpty(key, true);
      return true;
    } catch (error) {
      const failure = withoutSecrets('PutObject', error);
      if (failure.isTaken || failure.isUnsupported) return false;
      throw failure;
    }
  }
}

const REMEDY =
  'Check STORAGE_URL, STORAGE_ENDPOINT (or AWS_ENDPOINT_URL), AWS_REGION, and the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; they must allow to list the bucket, and to get, put and delete objects.';
const NOT_ENFORCED =
  'The object store ignores "If-None-Match: *", so it does not refuse to overwrite a file. The 128 random bits of each path prevent that.';

/** A taken key is a fault of the service: paths are never used twice. */
async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ObjectStoreError) || error.isTaken) throw error;
    throw storeUnavailable(error);
  }
}
