import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Replication } from './replication.js';

/** Methods that write nothing. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Notes the caller of every request that may write, so that the transactions of the handler store
 * what the caller has written last.
 */
@Injectable()
export class LastWriteInterceptor implements NestInterceptor {
  constructor(private readonly replication: Replication) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<FastifyRequest & { user?: object }>();
    const { user, method } = request;
    if (!user || SAFE.has(method)) return next.handle();
    const handled = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.replication.during(user, handled));
  }
}
