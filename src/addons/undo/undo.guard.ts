import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextFor, type RequestContext } from '../../pipeline/authorization/request-context.js';
import { RequestError } from '../../base/errors/index.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { ReadPlans } from '../../modules/records/reading/read-plans.js';
import { httpCaller } from '../../modules/records/guards/http-caller.js';
import type { RequestSubject } from '../../modules/records/guards/resource.guard.js';

/** A request to revert changes, after the guard has admitted it. */
export interface UndoHttpRequest extends FastifyRequest<{ Params: { id: string } }> {
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
    private readonly plans: ReadPlans,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** @throws RequestError `not_found` without undo, or if no resource serves the log, `unauthorized`, `invalid_query` */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<UndoHttpRequest>();
    const resource = this.registry.resources.find(({ table }) => table.isLog);
    if (!resource || !this.options.safeWrites.undo) throw new RequestError('not_found');
    const caller = httpCaller(httpRequest, http.getResponse<FastifyReply>());
    await caller.authorizer.authorize(resource);
    const asked = { operation: 'update', queryString: '', id: null } as const;
    this.plans.describeRequest({ ...caller, resource }, queryStringOf(httpRequest), 'update', null);
    const { id } = httpRequest.params as { id?: string };
    httpRequest.subject = id === undefined ? null : { id, isOwn: false };
    httpRequest.context = await contextFor(caller, resource, asked, this.registry);
    return true;
  }
}
