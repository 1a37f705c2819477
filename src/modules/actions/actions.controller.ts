import { Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { disconnectSignal } from '../../http/disconnect-signal.js';
import { queryStringOf } from '../../http/query-string-of.js';
import type { ReturnedResult } from '../../serialization/results.js';
import { ResourceGuard, type ResourceHttpRequest } from '../records/resource.guard.js';
import { RouteOperation } from '../records/route-operation.decorator.js';
import { SafeWrite } from '../records/safe-writes/safe-write.decorator.js';
import { ActionTermsGuard } from './action-terms.guard.js';
import { ListActions, type ActionDescriptor } from './list-actions.js';
import { RunAction } from './run-action.js';

/** Lists and runs the actions of every resource. @contract C6 */
@FrameworkController({ path: ':resource' })
@UseGuards(ResourceGuard, ActionTermsGuard)
@RouteOperation('action')
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
  @SafeWrite()
  @HttpCode(200)
  run(
    @Req() request: ResourceHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReturnedResult> {
    return this.start(request, reply, null);
  }

  @Post(':id/actions')
  @SafeWrite()
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
