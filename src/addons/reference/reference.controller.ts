import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { pageHeaders } from '../../http/pages/page-headers.js';
import { IMMUTABLE, pageText, REVALIDATE, sendPage } from '../../http/pages/page-file.js';
import { JSON_CONTENT_TYPE } from '../../http/hooks/set-response-headers.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { Public } from '../../modules/auth/index.js';
import { PageFiles } from './page-files.js';
import { ReferenceDocument } from './reference-document.js';
import { serversOf } from './reference-info.js';
import { ReferencePage } from './reference-page.js';

/** The OpenAPI document, and the page that people read it on. @contract C2.1 */
@Public()
@FrameworkController()
@Controller('docs')
export class ReferenceController {
  private readonly pageHeaders: Readonly<Record<string, string>>;

  constructor(
    private readonly reference: ReferenceDocument,
    private readonly page: ReferencePage,
    private readonly files: PageFiles,
    @Inject(OPTIONS) options: ResolvedOptions,
  ) {
    this.pageHeaders = pageHeaders({
      script: "'self'",
      style: "'self'",
      // Responses that are images are shown from memory.
      image: "'self' data: blob:",
      connect: ["'self'", ...originsOf(serversOf(options))].join(' '),
    });
  }

  @Get()
  async show(@Req() httpRequest: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const html = await this.page.html();
    const page = pageText(html, 'text/html; charset=utf-8');
    sendPage(httpRequest, reply.headers(this.pageHeaders), page);
  }

  @Get('openapi.json')
  async document(@Req() httpRequest: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { json, etag } = await this.reference.served();
    sendPage(httpRequest, reply, { content: json, etag, type: JSON_CONTENT_TYPE });
  }

  /**
   * Sends the document of one operation, for the page.
   * @throws RequestError `not_found`
   */
  @Get('operations/:id')
  async operation(
    @Param('id') id: string,
    @Req() httpRequest: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.page.operation(id);
    if (!document) throw new RequestError('not_found');
    sendPage(httpRequest, reply, pageText(JSON.stringify(document), JSON_CONTENT_TYPE));
  }

  /** @throws RequestError `not_found` for a name that is not a file of the page */
  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() httpRequest: FastifyRequest<{ Querystring: { readonly v?: unknown } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.files.find(name);
    if (!file) throw new RequestError('not_found');
    const cache = httpRequest.query.v === file.version ? IMMUTABLE : REVALIDATE;
    sendPage(httpRequest, reply, file, cache);
  }
}

/** Returns the other origins that the page calls; a server that is a path is this service. */
const originsOf = (servers: readonly string[]): ReadonlySet<string> =>
  new Set(servers.filter((server) => URL.canParse(server)).map((server) => new URL(server).origin));
