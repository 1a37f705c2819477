import {
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { NoQueryGuard } from '../../modules/auth/no-query.guard.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { describePage, type PageDescription } from '../../serialization/envelopes.js';
import { RunEvents } from './run-events.js';
import { RunRows } from './run-rows.js';
import { parseRunQuery } from './run-query.js';
import type { DescribedRun } from './stored-run.js';
import { VisibleRuns } from './visible-runs.js';

type RunRequest = FastifyRequest & { readonly user: object };

/** Shows, follows and cancels actions that run after their response. @contract C14.2 */
@FrameworkController()
@Controller('runs')
export class RunsController {
  constructor(
    private readonly runs: VisibleRuns,
    private readonly rows: RunRows,
    private readonly events: RunEvents,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  @Get()
  async index(
    @Req() httpRequest: RunRequest,
  ): Promise<PageDescription & { readonly data: readonly DescribedRun[] }> {
    const { status, page, perPage, parameters } = parseRunQuery(queryStringOf(httpRequest));
    const offset = (page - 1) * perPage;
    const { runs, total } = await this.runs.list(httpRequest.user, status, {
      ...{ offset, limit: perPage },
    });
    const hasMore = offset + runs.length < total;
    const described = describePage(runs.length, {
      size: perPage,
      place: { by: 'number', number: page, total, isEstimated: null, hasMore },
      path: `${this.options.publicUrl ?? ''}${this.options.prefix}/runs`,
      parameters,
    });
    return { ...described, data: runs };
  }

  @Get(':id')
  @UseGuards(NoQueryGuard)
  async show(
    @Req() { user }: RunRequest,
    @Param('id') id: string,
  ): Promise<{ data: DescribedRun }> {
    return { data: this.runs.describe(user, await this.runs.get(user, id)) };
  }

  @Post(':id/cancel')
  @HttpCode(202)
  @UseGuards(NoQueryGuard)
  async cancel(
    @Req() { user }: RunRequest,
    @Param('id') id: string,
  ): Promise<{ data: DescribedRun }> {
    await this.runs.get(user, id);
    return { data: this.runs.describe(user, await this.rows.cancel(id)) };
  }

  /** Server-sent events: what becomes of the run, until it ends. */
  @Get(':id/events')
  @UseGuards(NoQueryGuard)
  async follow(
    @Req() { user, headers }: RunRequest,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const run = await this.runs.get(user, id);
    const stream = this.events.follow(
      run,
      (changed) => this.runs.describe(user, changed),
      headers['last-event-id'],
    );
    reply.raw.once('close', () => stream.destroy());
    // nginx would keep the events until its buffer is full.
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return new StreamableFile(stream);
  }
}
