import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authorizer } from '../../pipeline/authorization/authorizer.js';
import {
  describeUnparsed,
  type RequestContext,
} from '../../pipeline/authorization/request-context.js';
import { Origin } from '../../pipeline/authorization/request-origin.js';
import { RequestError } from '../../base/errors/index.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { ReadRecords } from '../../modules/records/reading/read-records.js';
import type { RequestSubject } from '../../modules/records/guards/resource.guard.js';

/** A request to revert changes, after the guard has admitted it. */
export interface UndoRequest extends FastifyRequest<{ Params: { id: string } }> {
  user: unknown;
  context: RequestContext;
  /** The row of the log; `null` for a batch. */
  subject: RequestSubject | null;
}

/** Admits callers who may read the log. Which of its rows they see is decided later. */
@Injectable()
export class UndoGuard implements CanActivate {
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly reads: ReadRecords,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** @throws RequestError `not_found` without undo, or if no resource serves the log, `unauthorized`, `invalid_query` */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<UndoRequest>();
    const resource = this.registry.resources.find(({ table }) => table.isLog);
    if (!resource || !this.options.safeWrites.undo) throw new RequestError('not_found');
    const authorizer = new Authorizer(request.user);
    await authorizer.authorize(resource);
    const origin = new Origin('http', request.headers['user-agent']);
    const context = { resource, authorizer, origin };
    this.reads.describeRequest(context, queryStringOf(request), 'update', null);
    const described = describeUnparsed(context, 'update', '', null);
    const { id } = request.params as { id?: string };
    request.subject = id === undefined ? null : { id, isOwn: false };
    request.context = { ...context, resource: await this.registry.seenBy(described, resource) };
    return true;
  }
}
