import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { loadProviderOnce } from '../../base/load-once.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { preferencesOf } from '../../http/requests/preferences.js';
import { parseObjectBody } from '../../pipeline/request/parse-object-body.js';
import { WritesRecords } from '../../modules/records/guards/writes-records.decorator.js';
import { parseBatchId } from './parse-batch-id.js';
import type { RevertChanges, RevertOutcome } from './revert-changes.js';
import type { RevertSelection } from './logged-changes-reader.js';
import { UndoGuard, type UndoHttpRequest } from './undo.guard.js';

/** The response to a revert. */
interface RevertResponse {
  readonly data: Omit<RevertOutcome, 'conflicts'> & Partial<Pick<RevertOutcome, 'conflicts'>>;
}

/** Reverts changes that the log contains. @contract C15 */
@FrameworkController()
@Controller('action_logs')
@UseGuards(UndoGuard)
@WritesRecords()
export class UndoController {
  private readonly changes: () => Promise<RevertChanges>;

  constructor(modules: LazyModuleLoader) {
    this.changes = loadProviderOnce(modules, async () => {
      const { RevertModule, RevertChanges } = await import('./revert.module.js');
      return { module: RevertModule, provider: RevertChanges };
    });
  }

  @Post('revert')
  @HttpCode(200)
  batch(
    @Req() httpRequest: UndoHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevertResponse> {
    const { batch_id, ...given } = parseObjectBody(httpRequest.body);
    return this.revert(httpRequest, reply, { batchId: parseBatchId(batch_id) }, given);
  }

  @Post(':id/revert')
  @HttpCode(200)
  one(
    @Req() httpRequest: UndoHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevertResponse> {
    const given = parseObjectBody(httpRequest.body ?? {});
    return this.revert(httpRequest, reply, { id: httpRequest.params.id }, given);
  }

  private async revert(
    httpRequest: UndoHttpRequest,
    reply: FastifyReply,
    selection: RevertSelection,
    given: Readonly<Record<string, unknown>>,
  ): Promise<RevertResponse> {
    const isLenient = preferencesOf(httpRequest).get('handling') === 'lenient';
    const changes = await this.changes();
    const { conflicts, ...outcome } = await changes.revert(
      httpRequest.context,
      selection,
      given,
      isLenient,
    );
    if (!isLenient) return { data: outcome };
    reply.header('Preference-Applied', 'handling=lenient');
    return { data: { ...outcome, conflicts } };
  }
}
