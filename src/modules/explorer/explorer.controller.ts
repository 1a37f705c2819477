import { Get, Inject, Param, Req, Res, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RequestError } from '../../errors/index.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { pageHeaders } from '../../http/page-headers.js';
import {
  IMMUTABLE,
  REVALIDATE,
  sendFile,
  staticFile,
  type StaticFile,
} from '../../http/static-file.js';
import { LOGGER } from '../../logging/index.js';
import {
  OPTIONS,
  type ResolvedExplorerOptions,
  type ResolvedOptions,
} from '../../options/resource-api-options.js';
import { Public } from '../auth/index.js';
import { originsOfFiles } from './origins-of-files.js';
import { ExplorerFiles, readStatic, type BuiltExplorer } from './explorer-files.js';
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
export class ExplorerController implements OnModuleInit {
  private readonly explorer: ResolvedExplorerOptions;
  private readonly headers: Readonly<Record<string, string>>;
  private page: StaticFile | undefined;
  private logo: Promise<StaticFile> | undefined;

  constructor(
    private readonly files: ExplorerFiles,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.explorer = options.explorer as ResolvedExplorerOptions;
    const images = ['data:', 'blob:', ...originsOfFiles(options.storage)];
    this.headers = pageHeaders({ images, requests: [] });
  }

  /** Reads the files before the service listens, so that a build beside it changes nothing. */
  async onModuleInit(): Promise<void> {
    try {
      await this.files.read();
    } catch (error) {
      this.logger.warn(
        { path: this.explorer.path, reason: String(error) },
        'The explorer is not built: its path returns 404. Run `npm run build`, or set the option `explorer` to false.',
      );
    }
  }

  /** @throws RequestError `not_found` if the application is not built */
  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = (await this.built()).assets.get(name);
    if (!file) throw new RequestError('not_found');
    await this.send(request, reply, file, IMMUTABLE);
  }

  /** @throws RequestError `not_found` without a logo */
  @Get('logo')
  async showLogo(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { logo } = this.explorer;
    if (logo === null) throw new RequestError('not_found');
    const file = await (this.logo ??= readStatic(logo));
    await this.send(request, reply.headers(harmless), file, REVALIDATE);
  }

  /**
   * Returns the page for every other path, which the application itself understands.
   *
   * @throws RequestError `not_found` if the application is not built
   */
  @Get(['', '*'])
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { page } = await this.built();
    this.page ??= staticFile(
      explorerPage(page, this.explorer, this.options),
      'text/html; charset=utf-8',
    );
    await this.send(request, reply.headers(this.headers), this.page, REVALIDATE);
  }

  private send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: StaticFile,
    cache: string,
  ): Promise<void> {
    return sendFile(request, reply, file, { cache, compression: this.options.compression });
  }

  private async built(): Promise<BuiltExplorer> {
    try {
      return await this.files.read();
    } catch {
      throw new RequestError('not_found');
    }
  }
}
