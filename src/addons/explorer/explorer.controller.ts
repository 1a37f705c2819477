import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RequestError } from '../../base/errors/index.js';
import { loadOnce } from '../../base/load-once.js';
import { LOGGER } from '../../base/logging/index.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { IMMUTABLE, pageFile, sendPage } from '../../http/pages/page-file.js';
import { pageHeaders } from '../../http/pages/page-headers.js';
import { Public } from '../../modules/auth/index.js';
import {
  OPTIONS,
  type ResolvedExplorerOptions,
  type ResolvedOptions,
} from '../../options/resource-api-options.js';
import { originsOfFiles } from '../../storage/origins-of-files.js';
import { ExplorerFiles, readPageFile, type BuiltExplorer } from './explorer-files.js';
import { explorerPage } from './explorer-page.js';

/** An SVG file can contain scripts, which run if a browser opens it as a page. */
const harmless = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * Serves the browser application. It is public and contains no data: the application reads
 * everything from the API, with the token of the person who signs in.
 *
 * @contract C2.1
 */
@Public()
@FrameworkController()
@Controller()
export class ExplorerController {
  private readonly explorer: ResolvedExplorerOptions;
  private readonly headers: ReturnType<typeof pageHeaders>;
  private readonly page = loadOnce(async () => {
    const { page } = await this.built();
    const html = explorerPage(page, this.explorer, this.options);
    return pageFile(Buffer.from(html), 'text/html; charset=utf-8');
  });
  private readonly logo = loadOnce(() => readPageFile(this.explorer.logo!));

  constructor(
    private readonly files: ExplorerFiles,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.explorer = options.explorer as ResolvedExplorerOptions;
    this.headers = pageHeaders({
      script: "'self'",
      style: "'self'",
      image: ["'self'", 'data:', 'blob:', ...originsOfFiles(options.storage)].join(' '),
      connect: "'self'",
    });
  }

  /** @throws RequestError `not_found` for another name, and if the application is not built */
  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() httpRequest: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = (await this.built()).assets.get(name);
    if (!file) throw new RequestError('not_found');
    sendPage(httpRequest, reply, file, IMMUTABLE);
  }

  /** @throws RequestError `not_found` without a logo */
  @Get('logo')
  async showLogo(@Req() httpRequest: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.explorer.logo === null) throw new RequestError('not_found');
    sendPage(httpRequest, reply.headers(harmless), await this.logo());
  }

  /**
   * Sends the page for every other path, which the application itself understands.
   *
   * @throws RequestError `not_found` if the application is not built
   */
  @Get(['', '*'])
  async show(@Req() httpRequest: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendPage(httpRequest, reply.headers(this.headers), await this.page());
  }

  private async built(): Promise<BuiltExplorer> {
    try {
      return await this.files.read();
    } catch (error) {
      const message =
        'The explorer is not built. Run `npm run build`, or set the option `explorer` to false.';
      this.logger.warn({ path: this.explorer.path, reason: String(error) }, message);
      throw new RequestError('not_found');
    }
  }
}
