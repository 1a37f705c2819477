import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors/index.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { pageHeaders } from '../../http/page-headers.js';
import { JSON_CONTENT_TYPE } from '../../http/set-response-headers.js';
import {
  IMMUTABLE,
  REVALIDATE,
  sendContent,
  sendFile,
  staticFile,
  type StaticFile,
} from '../../http/static-file.js';
import { drawMap } from '../../map/draw-map.js';
import { issuesTokens, OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { schemeNameOf } from '../../reference/describe-api.js';
import { operationDocument, outlineOf } from '../../reference/operation-documents.js';
import { Public } from '../auth/index.js';
import { PageFiles } from './page-files.js';
import { referencePage, tagId } from './page/reference-page.js';
import { ReferenceDocument } from './reference-document.js';
import { describeInfo, serversOf } from './reference-info.js';

/** A browser that opens a drawing as a page runs and loads nothing. */
const harmless = { 'content-security-policy': "default-src 'none'; sandbox" };

const mapLabel = (title: string): string => `${title}: map of the resources`;

/** The OpenAPI document, and the page that people read it on. @contract C2.1 */
@Public()
@FrameworkController({ path: 'docs' })
export class ReferenceController {
  private page: Promise<StaticFile> | undefined;
  private readonly pageHeaders: Readonly<Record<string, string>>;

  constructor(
    private readonly reference: ReferenceDocument,
    private readonly files: PageFiles,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {
    this.pageHeaders = pageHeaders({
      // Responses that are images are shown from memory.
      images: ['data:', 'blob:'],
      requests: originsOf(serversOf(options)),
    });
  }

  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const page = await (this.page ??= this.render().catch((error: unknown) => {
      this.page = undefined;
      throw error;
    }));
    sendContent(request, reply.headers(this.pageHeaders), page);
  }

  @Get('openapi.json')
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { json, etag } = await this.reference.served;
    sendContent(request, reply, { content: json, etag, type: JSON_CONTENT_TYPE });
  }

  /**
   * Returns the document of one operation, for the page.
   * @throws RequestError `not_found`
   */
  @Get('operations/:id')
  async operation(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { document } = await this.reference.served;
    const found = operationDocument(document, id);
    if (!found) throw new RequestError('not_found');
    sendContent(request, reply, staticFile(JSON.stringify(found), JSON_CONTENT_TYPE));
  }

  /** Returns the map of the resources as a file. */
  @Get('map.svg')
  async map(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { title } = describeInfo(this.options);
    const drawing = drawMap(await this.reference.map, { label: mapLabel(title) });
    sendContent(request, reply.headers(harmless), staticFile(drawing, 'image/svg+xml'));
  }

  /** @throws RequestError `not_found` for a name that is not a file of the page */
  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() request: FastifyRequest<{ Querystring: { v?: unknown } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.files.find(name);
    if (!file) throw new RequestError('not_found');
    const cache = request.query.v === file.version ? IMMUTABLE : REVALIDATE;
    await sendFile(request, reply, file, { cache, compression: this.options.compression });
  }

  private async render(): Promise<StaticFile> {
    const { options } = this;
    const [{ document }, map, versions] = await Promise.all([
      this.reference.served,
      this.reference.map,
      this.files.versions(),
    ]);
    this.files.prepare();
    const [server = '/'] = serversOf(options);
    const address = `${server.replace(/\/$/, '')}${options.prefix}`;
    const isOwn = issuesTokens(options);
    const { title, description } = describeInfo(options);
    const page = referencePage({
      title,
      description,
      login: isOwn ? `${address}/login` : null,
      map:
        map.nodes.length === 0
          ? null
          : drawMap(map, { label: mapLabel(title), linkOf: (key) => `docs#${tagId(key)}` }),
      // Relative, as all URLs of the page.
      explorerMap: options.explorer ? `${options.explorer.path.slice(1)}/map` : null,
      scheme: schemeNameOf(options.authentication.provider?.securityScheme),
      logout: isOwn ? `${address}/logout` : null,
      outline: outlineOf(document),
      urlOf: (name) => `docs/assets/${name}?v=${versions.get(name)!}`,
    });
    return staticFile(page, 'text/html; charset=utf-8');
  }
}

/** Returns the origins of the API; a path refers to this service. */
const originsOf = (servers: readonly string[]): readonly string[] =>
  servers.filter((server) => URL.canParse(server)).map((server) => new URL(server).origin);
