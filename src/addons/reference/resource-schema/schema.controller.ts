import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadOnce } from '../../../base/load-once.js';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { httpCaller } from '../../../modules/records/guards/http-caller.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { exportFormats } from '../../../pipeline/describing/export-formats.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { parseMembers } from './described-members.js';
import type { AskedDescription } from './resource-descriptions.js';

const formats = Object.values(exportFormats).map(({ mediaType }) => mediaType);

interface SignedInHttpRequest extends FastifyRequest {
  user: unknown;
}

/** Describes the resources to their callers. @contract C17.1 */
@FrameworkController()
@Controller('_schema')
export class SchemaController {
  private readonly descriptions = loadOnce(async () => {
    const { ResourceDescriptions } = await import('./resource-descriptions.js');
    return new ResourceDescriptions(this.registry, this.options.exports ? formats : []);
  });

  constructor(
    private readonly registry: ResourceRegistry,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  @Get()
  async all(
    @Req() httpRequest: SignedInHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: readonly AskedDescription[] }> {
    const asked = parseMembers(queryStringOf(httpRequest));
    return { data: await (await this.descriptions()).all(httpCaller(httpRequest, reply), asked) };
  }

  @Get(':key')
  async one(
    @Req() httpRequest: SignedInHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('key') key: string,
  ): Promise<{ data: AskedDescription }> {
    const asked = parseMembers(queryStringOf(httpRequest));
    const descriptions = await this.descriptions();
    return { data: await descriptions.one(httpCaller(httpRequest, reply), key, asked) };
  }
}
