import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadOnce } from '../../../base/load-once.js';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { httpCaller } from '../../../modules/records/guards/http-caller.js';
import type { RequestCaller } from '../../../pipeline/authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { exportFormats } from '../../../pipeline/describing/export-formats.js';
import { parseResourceQuery } from '../../../pipeline/request/index.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { ResourceDescription } from './described-resource.js';

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
  ): Promise<{ data: readonly ResourceDescription[] }> {
    const caller = this.callerOf(httpRequest, reply);
    return { data: await (await this.descriptions()).all(caller) };
  }

  @Get(':key')
  async one(
    @Req() httpRequest: SignedInHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('key') key: string,
  ): Promise<{ data: ResourceDescription }> {
    const caller = this.callerOf(httpRequest, reply);
    return { data: await (await this.descriptions()).one(caller, key) };
  }

  /** @throws RequestError `invalid_query` for any parameter */
  private callerOf(httpRequest: SignedInHttpRequest, reply: FastifyReply): RequestCaller {
    parseResourceQuery(queryStringOf(httpRequest), 'none', this.options.limits);
    return httpCaller(httpRequest, reply);
  }
}
