import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { parseResourceQuery } from '../../pipeline/request/index.js';

/**
 * Rejects any query parameter, for paths that do not accept them.
 *
 * @throws RequestError `invalid_query` under the first parameter's name
 * @contract C5.1
 */
@Injectable()
export class NoQueryGuard implements CanActivate {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  canActivate(execution: ExecutionContext): boolean {
    const queryString = queryStringOf(execution.switchToHttp().getRequest<FastifyRequest>());
    if (queryString !== '') parseResourceQuery(queryString, 'none', this.options.limits);
    return true;
  }
}
