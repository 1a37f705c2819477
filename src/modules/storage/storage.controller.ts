import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/framework-controller.js';
import { RequestError } from '../../errors/index.js';
import { isMatching } from '../../http/is-matching.js';
import { Public } from '../auth/index.js';
import { STORAGE, type Storage, type StoredFile } from '../../storage/storage.js';
import { onDisk } from '../../storage/system-errors.js';
import { isStoredPath } from '../../storage/stored-path.js';

const YEAR = 365 * 24 * 60 * 60;

/** A path is never stored twice, so that what was fetched once is good for ever. */
const IMMUTABLE = `public, max-age=${YEAR}, immutable`;

/**
 * Whatever a file holds besides the image that it starts as: a browser takes it for what it is
 * called here, runs nothing of it, and gives it no origin.
 */
const harmless = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Serves stored files to whoever knows their path. @contract C2.1, C10.4 */
@Public()
@FrameworkController()
@Controller('storage')
export class StorageController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /** @throws RequestError `not_found` for whatever is no path of a stored file */
  @Get('*')
  async show(
    @Param('*') path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = isStoredPath(path) ? await onDisk(() => this.storage.open(path)) : undefined;
    if (!file) throw new RequestError('not_found');
    reply.headers({ 'cache-control': IMMUTABLE, etag: file.etag, ...harmless });
    if (isMatching(request.headers['if-none-match'], file.etag))
      return void reply.code(304).send(nothing());
    const content = request.method === 'HEAD' ? nothing() : await onDisk(() => file.read());
    if (!content) throw new RequestError('not_found');
    return void reply.headers(describe(file)).send(content);
  }
}

/** Only images are shown in place: anything else that a team's own code stored is for saving. */
const describe = ({ size, mime }: StoredFile) => ({
  'content-type': mime,
  'content-length': size,
  'content-disposition':
    mime.startsWith('image/') && mime !== 'image/svg+xml' ? 'inline' : 'attachment',
});

/** For answers without content; without any, Fastify would say of HEAD that the file is empty. */
const nothing = (): Readable => Readable.from([]);
