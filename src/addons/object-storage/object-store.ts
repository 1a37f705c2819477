import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { createClients, type StoreClients, type StoreConnection } from './store-clients.js';
import { within } from './deadline.js';
import { endIfStalled } from './end-if-stalled.js';
import { withoutSecrets } from './object-store-error.js';
import { loadS3, type S3Package } from './s3-packages.js';
import type { ByteRange } from '../../storage/storage.js';

/** A bucket, and how to reach it. */
export interface StoreOptions extends StoreConnection {
  readonly bucket: string;
  /** Milliseconds that a request may take, or a transfer may make no progress. */
  readonly timeout: number;
}

/** An object's start and description. */
export interface FoundObject {
  readonly start: Uint8Array;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
}

/** A file to upload. */
export interface Upload {
  /** Of the local file. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
  /** Whether the store must refuse to overwrite an object. */
  readonly isConditional: boolean;
}

/** An object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly storedAt: Date;
}

const ATTEMPTS = 3;
/** Milliseconds. */
const BACKOFF = 100;
/** Milliseconds for a request that a response waits for. */
const CHECK_TIMEOUT = 1_000;
const MARK = 'upload';

/**
 * The objects of one bucket. Every request has a time limit, and every method throws
 * {@link ObjectStoreError} if a request fails.
 */
export class ObjectStore {
  private constructor(
    private readonly s3: S3Package,
    private readonly clients: StoreClients,
    private readonly options: StoreOptions,
  ) {}

  /** @throws StorageError if the client is not installed */
  static async open(options: StoreOptions): Promise<ObjectStore> {
    const s3 = await loadS3();
    return new ObjectStore(s3, await createClients(s3, options), options);
  }

  get bucket(): string {
    return this.options.bucket;
  }

  /** For signing URLs. */
  get client(): S3Client {
    return this.clients.main;
  }

  /**
   * Streams a file into a new object. The client does not repeat requests with a stream, so this
   * does, each time with a new one.
   */
  async put(key: string, upload: Upload): Promise<void> {
    const mark = randomUUID();
    const input = { ...this.place(key), ...(await inputFor(upload)), Metadata: { [MARK]: mark } };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.putOnce(input, upload.path);
      } catch (error) {
        const failure = withoutSecrets('PutObject', error);
        // The response to an earlier attempt may have been lost.
        if (failure.isTaken && attempt > 1 && (await this.markOf(key)) === mark) return;
        if (!failure.isTransient || attempt === ATTEMPTS) throw failure;
        await pause(BACKOFF * attempt);
      }
    }
  }

  /** Stores an empty object. */
  async putEmpty(key: string, isConditional: boolean): Promise<void> {
    const input = { ...this.place(key), Body: '', ...(isConditional && { IfNoneMatch: '*' }) };
    await this.request('PutObject', (signal) =>
      this.client.send(new this.s3.PutObjectCommand(input), { abortSignal: signal }),
    );
  }

  /** Returns up to that many bytes of an object, or `undefined` if it does not exist. */
  async find(key: string, bytes: number): Promise<FoundObject | undefined> {
    return this.unlessMissing(() => this.startOf(key, bytes));
  }

  /** Whether the object exists. Fails sooner than other requests, since a response waits for it. */
  async has(key: string): Promise<boolean> {
    const input = { ...this.place(key), Range: 'bytes=0-0' };
    const found = await this.unlessMissing(() =>
      this.request(
        'GetObject',
        async (abortSignal) => {
          const command = new this.s3.GetObjectCommand(input);
          const { Body } = await this.clients.checks.send(command, { abortSignal });
          await Body?.transformToByteArray();
          return true;
        },
        Math.min(CHECK_TIMEOUT, this.options.timeout),
      ).catch((error: unknown) => isEmptyObject(error)),
    );
    return found ?? false;
  }

  /**
   * Streams bytes of an object whose start has been read; `undefined` if it was removed meanwhile.
   *
   * @param found also the version that the rest must have
   */
  async read(
    key: string,
    { start, etag }: FoundObject,
    { first, last }: ByteRange,
  ): Promise<Readable | undefined> {
    const known = start.subarray(first, last + 1);
    const next = first + known.length;
    if (next > last) return Readable.from(known.length > 0 ? [Buffer.from(known)] : []);
    const input = { ...this.place(key), Range: `bytes=${next}-${last}`, IfMatch: etag };
    const rest = await this.unlessMissing(() =>
      this.request('GetObject', async (abortSignal) => {
        const command = new this.s3.GetObjectCommand(input);
        return (await this.client.send(command, { abortSignal })).Body as Readable;
      }),
    );
    return rest && endIfStalled(known, rest, this.options.timeout);
  }

  /** Removes an object, if it exists. */
  async remove(key: string): Promise<void> {
    const command = new this.s3.DeleteObjectCommand(this.place(key));
    await this.request('DeleteObject', (abortSignal) => this.client.send(command, { abortSignal }));
  }

  /** Iterates over the objects with a prefix, with one request per thousand. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    let next: string | undefined;
    do {
      const input = { Bucket: this.options.bucket, Prefix: prefix, ContinuationToken: next };
      const command = new this.s3.ListObjectsV2Command(input);
      const page = await this.request('ListObjectsV2', (abortSignal) =>
        this.client.send(command, { abortSignal }),
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified) yield { key: Key, storedAt: LastModified };
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  private place(key: string) {
    return { Bucket: this.options.bucket, Key: key };
  }

  private async putOnce(input: PutObjectCommandInput, path: string): Promise<void> {
    const body = createReadStream(path);
    const finished = new AbortController();
    body.once('error', (error) => finished.abort(error));
    try {
      await this.request(
        'PutObject',
        (signal) =>
          this.client.send(new this.s3.PutObjectCommand({ ...input, Body: body }), {
            abortSignal: AbortSignal.any([signal, finished.signal]),
          }),
        this.options.timeout,
        () => body.bytesRead,
      );
    } finally {
      body.destroy();
      // After an early refusal, the connection would wait for the rest of the body.
      finished.abort();
    }
  }

  private async markOf(key: string): Promise<string | undefined> {
    const command = new this.s3.HeadObjectCommand(this.place(key));
    const { Metadata } = await this.request('HeadObject', (abortSignal) =>
      this.client.send(command, { abortSignal }),
    );
    return Metadata?.[MARK];
  }

  private async startOf(key: string, bytes: number): Promise<FoundObject> {
    const input = { ...this.place(key), Range: `bytes=0-${bytes - 1}` };
    return this.request('GetObject', async (abortSignal) => {
      const command = new this.s3.GetObjectCommand(input);
      const { Body, ContentRange, ContentLength, ETag } = await this.client.send(command, {
        abortSignal,
      });
      const start = (await Body?.transformToByteArray()) ?? new Uint8Array();
      const size = Number(ContentRange?.split('/')[1] ?? ContentLength ?? start.length);
      return { start, size, etag: ETag ?? `"${size.toString(16)}"` };
    }).catch((error: unknown) => {
      if (isEmptyObject(error)) return { start: new Uint8Array(), size: 0, etag: '"0"' };
      throw error;
    });
  }

  private async unlessMissing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (withoutSecrets('GetObject', error).isMissing) return undefined;
      throw error;
    }
  }

  private async request<Result>(
    operation: string,
    work: (signal: AbortSignal) => Promise<Result>,
    timeout = this.options.timeout,
    progress?: () => number,
  ): Promise<Result> {
    try {
      return await within(operation, timeout, work, progress);
    } catch (error) {
      throw withoutSecrets(operation, error);
    }
  }
}

/** An empty object has no first byte. */
function isEmptyObject(error: unknown): boolean {
  const { status } = withoutSecrets('GetObject', error);
  if (status === 416) return true;
  throw error;
}

async function inputFor({ path, size, mime, isConditional }: Upload) {
  return {
    ContentLength: size,
    ContentType: mime,
    ContentMD5: await md5Of(path),
    ...(isConditional && { IfNoneMatch: '*' }),
  };
}

/**
 * Returns the digest of a file for the header Content-MD5, with which a store rejects a file that
 * was damaged on its way.
 */
async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('base64');
}
