import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { EXPLANATION_TYPE } from '../../reference/paths/explainable.js';
import { ExplainRecordings, type Recording } from './explain-recordings.js';
import { Explanations } from './explanations.js';

/**
 * Returns an explanation in place of the records, if the user may have one. Every other request
 * gets its usual response.
 *
 * @contract C17.7
 */
@Injectable()
export class ExplainInterceptor implements NestInterceptor {
  constructor(
    private readonly recordings: ExplainRecordings,
    private readonly explanations: Explanations,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const recording = this.recordings.current;
    if (!recording) return next.handle();
    const http = context.switchToHttp();
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        const body = await result;
        const { user } = http.getRequest<{ readonly user?: object }>();
        if (!isRead(body, recording) || !user || !(await this.options.explain!(user))) return body;
        const reply = http.getResponse<FastifyReply>();
        reply.removeHeader('etag').removeHeader('link');
        reply.header('Preference-Applied', 'explain').type(EXPLANATION_TYPE);
        return JSON.stringify(await this.explanations.explain(recording));
      }),
    );
  }
}

/** Exports and responses without records are not explained. */
const isRead = (body: unknown, { stages }: Recording): boolean =>
  typeof body === 'string' && stages.some(({ stage }) => stage === 'serialize');
