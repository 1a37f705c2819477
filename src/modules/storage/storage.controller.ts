import { Readable } from 'node:stream';
import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/framework-controller.js';
import { RequestError } from '../../errors/index.js';
import { isMatching } from '../../http/is-matching.js';
import { Public } from '../auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import {
  STORAGE,
  type FileLink,
  type LinkHeaders,
  type Storage,
  type StoredFile,
} from '../../storage/storage.js';
import { onDisk } from '../../storage/system-errors.js';
import { isStoredPath } from '../../storage/stored-path.js';
import { ReferencedFiles } from './referenced-files.js';

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
@FrameworkController({ path: 'storage' })
export class StorageController {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly held: ReferencedFiles,
  ) {}

  /**
   * @throws RequestError `not_found` for a path without a stored file, and for a file that is only
   * kept to revert a change
   */
  @Get('*')
  async show(
    @Param('*') path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = isStoredPath(path) ? await onDisk(() => this.storage.open(path)) : undefined;
    if (!file || (await this.isWithdrawn(path))) throw new RequestError('not_found');
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    if (file.link) return redirect(reply, await file.link(linkHeaders(method, file)));
    const caching = { 'cache-control': IMMUTABLE, etag: file.etag, ...harmless };
    if (isMatching(request.headers['if-none-match'], file.etag))
      return void reply.headers(caching).code(304).send(nothing());
    const content = method === 'HEAD' ? nothing() : await onDisk(() => file.read());
    if (!content) throw new RequestError('not_found');
    // Only now, since caches must not keep an error.
    return void reply.headers({ ...caching, ...describe(file) }).send(content);
  }

  private async isWithdrawn(path: string): Promise<boolean> {
    return this.options.safeWrites.undo && this.held.isWithdrawn(path);
  }
}

/**
 * Sends the client to the URL. The redirect has no ETag: a client that revalidated it would keep
 * using an expired URL.
 */
function redirect(reply: FastifyReply, { url, maxAge }: FileLink): void {
  reply.headers({ 'cache-control': `public, max-age=${maxAge}`, ...harmless }).redirect(url, 302);
}

const linkHeaders = (method: LinkHeaders['method'], file: StoredFile): LinkHeaders => ({
  method,
  type: file.mime,
  disposition: describe(file)['content-disposition'],
  cacheControl: IMMUTABLE,
});

/** Only images are displayed inline; other files, which the application stored, are downloads. */
const describe = ({ size, mime }: StoredFile) => ({
  'content-type': mime,
  'content-length': size,
  'content-disposition':
    mime.startsWith('image/') && mime !== 'image/svg+xml' ? 'inline' : 'attachment',
});

/** For responses without content: otherwise Fastify would send `content-length: 0` for HEAD. */
const nothing = (): Readable => Readable.from([]);
