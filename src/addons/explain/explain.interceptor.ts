import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { from, type Observable } from 'rxjs';
import { preferencesOf } from '../../http/requests/preferences.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { httpCaller } from '../../modules/records/guards/http-caller.js';
import {
  ReadsRecords,
  type RecordRead,
} from '../../modules/records/guards/reads-records.decorator.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ExplainedReads, type Explanation } from './explained-reads.js';

/**
 * Responds to `Prefer: explain` with an explanation of the read, in place of its records. Other
 * requests pass unchanged, and so do those of callers who may not see it: to them, the preference is
 * one that the service does not know.
 *
 * As an interceptor of the application, it runs after the guards, so that a read that they reject
 * gets its usual error.
 *
 * @contract C17.6
 */
@Injectable()
export class ExplainInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly reads: ExplainedReads,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<ResourceHttpRequest>();
    const read = this.findExplained(execution, httpRequest);
    if (read === undefined) return next.handle();
    return from(this.explain(read, httpRequest, http.getResponse()));
  }

  /** Only reads of records surely have a user to ask about. */
  private findExplained(
    execution: ExecutionContext,
    { headers, user }: ResourceHttpRequest,
  ): RecordRead | undefined {
    if (headers.prefer === undefined) return undefined;
    if (preferencesOf({ headers }).get('explain') !== '') return undefined;
    const read = this.reflector.get(ReadsRecords, execution.getHandler()) as RecordRead | undefined;
    // A promise that untyped code returns is not a yes.
    return read && this.options.explain?.can(user as object) === true ? read : undefined;
  }

  private async explain(
    read: RecordRead,
    httpRequest: ResourceHttpRequest,
    reply: FastifyReply,
  ): Promise<{ readonly data: Explanation }> {
    const data = await this.reads.explain({
      read,
      caller: httpCaller(httpRequest, reply),
      path: httpRequest.params,
      queryString: queryStringOf(httpRequest),
    });
    reply.header('Preference-Applied', 'explain');
    return { data };
  }
}
