import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Authorizer } from '../../authorization/authorizer.js';
import { onResponseEnd } from '../../http/on-response-end.js';
import { RequestError } from '../../errors/index.js';
import { Origin } from '../../authorization/request-origin.js';
import type { ResourceHttpRequest } from '../records/resource.guard.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';

/**
 * Finds the resource that serializes the profile. Reading one's own record needs no ability.
 * @contract C3.2
 */
@Injectable()
export class ProfileGuard implements CanActivate {
  constructor(private readonly registry: ResourceRegistry) {}

  /** @throws RequestError `not_found` if no resource serializes the profile */
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<ResourceHttpRequest>();
    const resource = this.registry.profile;
    if (!resource) throw new RequestError('not_found');
    const origin = new Origin('http', request.headers['user-agent']);
    const onEnd = onResponseEnd(http.getResponse<FastifyReply>());
    request.context = { resource, authorizer: new Authorizer(request.user), origin, onEnd };
    return true;
  }
}
