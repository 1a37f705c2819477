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
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { preferencesOf } from '../../http/requests/preferences.js';
import { disconnectSignal } from '../../http/requests/disconnect-signal.js';
import type { ReturnedResult } from '../../serialization/results.js';
import { ResourceGuard } from '../records/guards/resource.guard.js';
import { RouteOperation } from '../records/guards/route-operation.decorator.js';
import { AcceptedRun } from './background-runs.js';
import { ActionAbility } from './action-ability.decorator.js';
import { actionDescriptor, type ActionDescriptor } from './action-descriptor.js';
import { ActionGuard, type ActionHttpRequest } from './action.guard.js';
import { RunAction } from './run-action.js';
import { WritesRecords } from '../records/guards/writes-records.decorator.js';

interface ActionList {
  readonly data: readonly ActionDescriptor[];
}

/** Lists and runs the actions of every resource. @contract C6 */
@FrameworkController()
@Controller(':resource')
@UseGuards(ResourceGuard, ActionGuard)
@RouteOperation('action')
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
export class ActionsController {
  constructor(private readonly running: RunAction) {}

  @Get('actions')
  @ActionAbility('list')
  list(@Req() { authorized }: ActionHttpRequest<'list'>): ActionList {
    return { data: authorized.map(actionDescriptor) };
  }

  @Get(':id/actions')
  @ActionAbility('list')
  listOfRecord(@Req() httpRequest: ActionHttpRequest<'list'>): ActionList {
    return this.list(httpRequest);
  }

  @Post('actions')
  @HttpCode(200)
  @ActionAbility('run')
  async run(
    @Req() httpRequest: ActionHttpRequest<'run'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReturnedResult> {
    const { authorized, body, onProgress } = httpRequest;
    const prefersBackground = preferencesOf(httpRequest).has('respond-async');
    const signal = disconnectSignal(reply);
    const result = await this.running.run(authorized, {
      ...{ body, signal, onProgress, prefersBackground },
    });
    if (!(result instanceof AcceptedRun)) return result;
    if (prefersBackground) reply.header('Preference-Applied', 'respond-async');
    reply.code(202).header('Location', result.location);
    return result;
  }

  @Post(':id/actions')
  @HttpCode(200)
  @ActionAbility('run')
  runOnRecord(
    @Req() httpRequest: ActionHttpRequest<'run'>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReturnedResult> {
    return this.run(httpRequest, reply);
  }
}
