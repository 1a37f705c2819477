import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { UserTable } from './user-table.js';

/** Methods that write nothing. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * With read replicas, notes the caller of every request that may write, so that the transactions of
 * the handler store what the caller has written last.
 */
@Injectable()
export class LastWriteInterceptor implements NestInterceptor {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly users: UserTable,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { replication } = this.database;
    if (replication === null || context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: object }>();
    const { user, method } = request;
    if (!user || SAFE.has(method)) return next.handle();
    const handled = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    const caller = { user, key: this.users.keyOf(user) };
    return from(replication.lastWrites.during(caller, handled));
  }
}
