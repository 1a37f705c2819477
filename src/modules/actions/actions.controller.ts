import { Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FrameworkController } from '../../http/framework-controller.js';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { JSON_TEXT } from '../../http/answer-headers.js';
import { leavingSignal } from '../../http/leaving-signal.js';
import { queryStringOf } from '../../http/query-string-of.js';
import { ListActions, type ActionDescriptor } from '../../operations/list-actions.js';
import { RunAction } from '../../operations/run-action.js';
import { ResourceGuard, type ResourceHttpRequest } from '../records/resource.guard.js';

/** Lists and runs the actions of every resource. @contract C6 */
@FrameworkController()
@Controller(':resource')
@UseGuards(ResourceGuard)
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
  listOfRecord(@Req() request: ResourceHttpRequest): Promise<{ data: readonly ActionDescriptor[] }> {
    return this.describe(request, request.params.id);
  }

  @Post('actions')
  @HttpCode(200)
  run(@Req() request: ResourceHttpRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(request, reply, null);
  }

  @Post(':id/actions')
  @HttpCode(200)
  runOnRecord(@Req() request: ResourceHttpRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(request, reply, request.params.id);
  }

  private async describe(request: ResourceHttpRequest, id: string | null) {
    return { data: await this.listing.list(request.visit, id, queryStringOf(request)) };
  }

  private async answer(
    request: ResourceHttpRequest,
    reply: FastifyReply,
    id: string | null,
  ): Promise<string | undefined> {
    const languages = acceptedLanguages(request);
    const text = await this.running.run({
      visit: { ...request.visit, languages },
      id,
      queryString: queryStringOf(request),
      body: request.body,
      languages,
      signal: leavingSignal(reply),
    });
    if (text === null) reply.code(204);
    else reply.type(JSON_TEXT);
    return text ?? undefined;
  }
}
