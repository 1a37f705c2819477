import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { httpCaller } from '../../../modules/records/guards/http-caller.js';
import type { RequestCaller } from '../../../pipeline/authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { parseResourceQuery } from '../../../pipeline/request/index.js';
import type { ResourceDescription } from './described-resource.js';
import { ResourceDescriptions } from './resource-descriptions.js';

interface SignedInHttpRequest extends FastifyRequest {
  user: unknown;
}

/** Describes the resources to their callers. @contract C17.1 */
@FrameworkController()
@Controller('_schema')
export class SchemaController {
  constructor(
    private readonly descriptions: ResourceDescriptions,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  @Get()
  async all(
    @Req() httpRequest: SignedInHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ data: readonly ResourceDescription[] }> {
    return { data: await this.descriptions.all(this.callerOf(httpRequest, reply)) };
  }

  @Get(':key')
  async one(
    @Req() httpRequest: SignedInHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('key') key: string,
  ): Promise<{ data: ResourceDescription }> {
    return { data: await this.descriptions.one(this.callerOf(httpRequest, reply), key) };
  }

  /** @throws RequestError `invalid_query` for any parameter */
  private callerOf(httpRequest: SignedInHttpRequest, reply: FastifyReply): RequestCaller {
    parseResourceQuery(queryStringOf(httpRequest), 'none', this.options.limits);
    return httpCaller(httpRequest, reply);
  }
}
