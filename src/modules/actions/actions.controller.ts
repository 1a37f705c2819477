import {
  Controller,
  Get,
  HttpCode,
  Post,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { acceptedLanguages } from '../../http/requests/accepted-languages.js';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { disconnectSignal } from '../../http/requests/disconnect-signal.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import type { ReturnedResult } from '../../serialization/results.js';
import { ResourceGuard, type ResourceHttpRequest } from '../records/guards/resource.guard.js';
import { RouteOperation } from '../records/guards/route-operation.decorator.js';
import { ListActions, type ActionDescriptor } from './list-actions.js';
import { RunAction } from './run-action.js';
import { WritesRecords } from '../records/guards/writes-records.decorator.js';

/** Lists and runs the actions of every resource. @contract C6 */
@FrameworkController()
@Controller(':resource')
@UseGuards(ResourceGuard)
@RouteOperation('action')
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
export class ActionsController {
  constructor(
    private readonly listing: ListActions,
    private readonly running: RunAction,
  ) {}

  @Get('actions')
  list(@Req() request: ResourceHttpRequest): Promise<{ data: readonly ActionDescriptor[] }> {
    return this.describe(request, null);
  }

  @Get(':id/actions')
  listOfRecord(
    @Req() request: ResourceHttpRequest,
  ): Promise<{ data: readonly ActionDescriptor[] }> {
    return this.describe(request, request.params.id);
  }

  @Post('actions')
  @HttpCode(200)
  run(
    @Req() request: ResourceHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReturnedResult> {
    return this.start(request, reply, null);
  }

  @Post(':id/actions')
  @HttpCode(200)
  runOnRecord(
    @Req() request: ResourceHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReturnedResult> {
    return this.start(request, reply, request.params.id);
  }

  private async describe(request: ResourceHttpRequest, id: string | null) {
    return { data: await this.listing.list(request.context, id, queryStringOf(request)) };
  }

  private start(
    request: ResourceHttpRequest,
    reply: FastifyReply,
    id: string | null,
  ): Promise<ReturnedResult> {
    const languages = acceptedLanguages(request);
    return this.running.run({
      context: { ...request.context, languages },
      id,
      queryString: queryStringOf(request),
      body: request.body,
      languages,
      signal: disconnectSignal(reply),
    });
  }
}
