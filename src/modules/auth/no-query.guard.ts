import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invalidQuery } from '../../errors/index.js';

/**
 * For paths that take no query parameters: any is refused.
 *
 * @throws RequestError `invalid_query` under the first parameter's name
 * @contract C5.1
 */
@Injectable()
export class NoQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { url = '' } = context.switchToHttp().getRequest<FastifyRequest>().raw;
    const start = url.indexOf('?');
    const [parameter] = start < 0 ? [] : new URLSearchParams(url.slice(start)).keys();
    if (parameter !== undefined) throw invalidQuery(parameter, 'This path takes no query parameters.');
    return true;
  }
}
