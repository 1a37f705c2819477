import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { RequestError } from '../../base/errors/index.js';
import { isMatching } from '../../http/requests/is-matching.js';
import { KeptFiles } from '../action-log/kept-files.js';
import { Public } from '../auth/index.js';
import {
  STORAGE,
  type ByteRange,
  type FileLink,
  type LinkHeaders,
  type Storage,
  type StoredFile,
} from '../../storage/storage.js';
import { onDisk } from '../../storage/system-errors.js';
import { isStoredPath } from '../../storage/stored-path.js';
import { requestedRange } from './requested-range.js';

const YEAR = 365 * 24 * 60 * 60;

/** A path is never reused, so that its content never changes. */
const IMMUTABLE = `public, max-age=${YEAR}, immutable`;

/**
 * Makes a browser use the declared type, run no scripts and give the file no origin, even if it
 * contains more than an image.
 */
const harmless = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Serves stored files to any caller that knows their path. @contract C2.1, C10.4 */
@Public()
@FrameworkController()
@Controller('storage')
export class StorageController {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly kept: KeptFiles,
  ) {}

  /**
   * @throws RequestError `not_found` for a path without a file, or whose file was removed;
   * `range_not_satisfiable`
   */
  @Get('*')
  async show(
    @Param('*') path: string,
    @Req() httpRequest: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = isStoredPath(path) ? await onDisk(() => this.storage.open(path)) : undefined;
    if (!file || (await this.kept.among([path])).has(path)) throw new RequestError('not_found');
    const method = httpRequest.method === 'HEAD' ? 'HEAD' : 'GET';
    if (file.link) return redirect(reply, await file.link(linkHeaders(method, file)));
    const caching = { 'cache-control': IMMUTABLE, etag: file.etag, ...harmless };
    if (isMatching(httpRequest.headers['if-none-match'], file.etag))
      return void reply.headers(caching).code(304).send(nothing());
    const hasRanges = method === 'GET' && file.readRange !== undefined;
    const range = hasRanges ? requestedRange(httpRequest.headers, file) : undefined;
    const content = method === 'HEAD' ? nothing() : await onDisk(() => read(file, range));
    if (!content) throw new RequestError('not_found');
    if (range) reply.code(206).header('content-range', describeRange(range, file));
    // Only now, since caches must not keep an error.
    return void reply.headers({ ...caching, ...fileHeaders(file, range) }).send(content);
  }
}

const read = (file: StoredFile, range: ByteRange | undefined): Promise<Readable | undefined> =>
  range ? file.readRange!(range) : file.read();

const describeRange = ({ first, last }: ByteRange, { size }: StoredFile): string =>
  `bytes ${first}-${last}/${size}`;

/**
 * Redirects the client to the URL. The response has no ETag: a client that revalidated it would
 * keep using an expired URL.
 */
function redirect(reply: FastifyReply, { url, maxAge }: FileLink): void {
  reply.headers({ 'cache-control': `public, max-age=${maxAge}`, ...harmless }).redirect(url, 302);
}

const linkHeaders = (method: LinkHeaders['method'], file: StoredFile): LinkHeaders => ({
  method,
  type: file.mime,
  disposition: dispositionOf(file),
  cacheControl: IMMUTABLE,
});

const fileHeaders = (file: StoredFile, range: ByteRange | undefined) => ({
  'content-type': file.mime,
  'content-length': range ? range.last - range.first + 1 : file.size,
  'content-disposition': dispositionOf(file),
  ...(file.readRange && { 'accept-ranges': 'bytes' }),
});

/** Only images are displayed inline; other files, which the application stored, are downloads. */
const dispositionOf = ({ mime }: StoredFile): string =>
  mime.startsWith('image/') && mime !== 'image/svg+xml' ? 'inline' : 'attachment';

/** For responses without content: otherwise Fastify would send `content-length: 0` for HEAD. */
const nothing = (): Readable => Readable.from([]);
