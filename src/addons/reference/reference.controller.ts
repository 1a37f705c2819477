import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { pageHeaders } from '../../http/pages/page-headers.js';
import { isMatching } from '../../http/requests/is-matching.js';
import { setNotModified } from '../../http/requests/not-modified.js';
import { JSON_CONTENT_TYPE } from '../../http/hooks/set-response-headers.js';
import { issuesTokens, OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { schemeNameOf } from './openapi/document/scheme-name.js';
import { Public } from '../../modules/auth/index.js';
import { PageFiles } from './page-files.js';
import { referencePage } from './page/reference-page.js';
import { ReferenceDocument } from './reference-document.js';
import { describeInfo, serversOf } from './reference-info.js';

/** Browsers revalidate each time, so that they see an upgrade of the service at once. */
const REVALIDATE = 'no-cache';

/** The OpenAPI document, and the page that people read it on. @contract C2.1 */
@Public()
@FrameworkController()
@Controller('docs')
export class ReferenceController {
  private readonly page: string;
  private readonly pageHeaders: Readonly<Record<string, string>>;

  constructor(
    private readonly reference: ReferenceDocument,
    private readonly files: PageFiles,
    @Inject(OPTIONS) options: ResolvedOptions,
  ) {
    const [server = '/'] = serversOf(options);
    const address = `${server.replace(/\/$/, '')}${options.prefix}`;
    const isOwn = issuesTokens(options);
    this.page = referencePage({
      title: describeInfo(options).title,
      login: isOwn ? `${address}/login` : null,
      scheme: schemeNameOf(options.authentication.provider?.securityScheme),
      logout: isOwn ? `${address}/logout` : null,
    });
    this.pageHeaders = pageHeaders({
      script: "'self'",
      style: "'self'",
      image: "'self' data:",
      connect: ["'self'", ...originsOf(serversOf(options))].join(' '),
    });
  }

  @Get()
  show(@Res() reply: FastifyReply): void {
    void reply.headers(this.pageHeaders).type('text/html; charset=utf-8').send(this.page);
  }

  @Get('openapi.json')
  async document(@Req() httpRequest: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { json, etag } = await this.reference.served();
    sendContent(httpRequest, reply, { content: json, etag, type: JSON_CONTENT_TYPE });
  }

  /** @throws RequestError `not_found` for a name that is not a file of the page */
  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() httpRequest: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.files.find(name);
    if (!file) throw new RequestError('not_found');
    sendContent(httpRequest, reply, file);
  }
}

interface Content {
  readonly content: string | Buffer;
  readonly etag: string;
  readonly type: string;
}

function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { content, etag, type }: Content,
): void {
  reply.headers({ 'cache-control': REVALIDATE, etag });
  if (!isMatching(headers['if-none-match'], etag)) return void reply.type(type).send(content);
  setNotModified(reply, { body: content, type });
  void reply.send();
}

/** Returns the other origins that the page calls; a server that is a path is this service. */
const originsOf = (servers: readonly string[]): ReadonlySet<string> =>
  new Set(servers.filter((server) => URL.canParse(server)).map((server) => new URL(server).origin));
