import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { RequestError } from '../../base/errors/index.js';
import { isMatching } from '../../http/requests/is-matching.js';
import { KeptFiles } from '../action-log/kept-files.js';
import { Public } from '../auth/index.js';
import { STORAGE, type Storage, type StoredFile } from '../../storage/storage.js';
import { onDisk } from '../../storage/system-errors.js';
import { isStoredPath } from '../../storage/stored-path.js';

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

  /** @throws RequestError `not_found` for a path without a file, or whose file was removed */
  @Get('*')
  async show(
    @Param('*') path: string,
    @Req() httpRequest: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = isStoredPath(path) ? await onDisk(() => this.storage.open(path)) : undefined;
    if (!file || (await this.kept.among([path])).has(path)) throw new RequestError('not_found');
    reply.headers({ 'cache-control': IMMUTABLE, etag: file.etag, ...harmless });
    if (isMatching(httpRequest.headers['if-none-match'], file.etag))
      return void reply.code(304).send(nothing());
    const content = httpRequest.method === 'HEAD' ? nothing() : await onDisk(() => file.read());
    if (!content) throw new RequestError('not_found');
    return void reply.headers(fileHeaders(file)).send(content);
  }
}

/** Only images are displayed inline; other files, which the application stored, are downloads. */
const fileHeaders = ({ size, mime }: StoredFile) => ({
  'content-type': mime,
  'content-length': size,
  'content-disposition':
    mime.startsWith('image/') && mime !== 'image/svg+xml' ? 'inline' : 'attachment',
});

/** For responses without content: otherwise Fastify would send `content-length: 0` for HEAD. */
const nothing = (): Readable => Readable.from([]);
