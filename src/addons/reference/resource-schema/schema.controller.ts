import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import { Origin } from '../../../pipeline/authorization/request-origin.js';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { parseResourceQuery } from '../../../pipeline/request/index.js';
import type { DescribedResource } from './described-resource.js';
import { ResourceDescriptions, type SchemaCaller } from './resource-descriptions.js';

interface SignedInRequest extends FastifyRequest {
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
  async all(@Req() request: SignedInRequest): Promise<{ data: readonly DescribedResource[] }> {
    return { data: await this.descriptions.all(this.callerOf(request)) };
  }

  @Get(':key')
  async one(
    @Req() request: SignedInRequest,
    @Param('key') key: string,
  ): Promise<{ data: DescribedResource }> {
    return { data: await this.descriptions.one(this.callerOf(request), key) };
  }

  /** @throws RequestError `invalid_query` for any parameter */
  private callerOf(request: SignedInRequest): SchemaCaller {
    parseResourceQuery(queryStringOf(request), 'none', this.options.limits);
    return {
      authorizer: new Authorizer(request.user),
      origin: new Origin('http', request.headers['user-agent']),
    };
  }
}
