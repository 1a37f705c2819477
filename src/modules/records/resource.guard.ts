import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authorizer } from '../../authorization/authorizer.js';
import { onResponseEnd } from '../../http/on-response-end.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { Origin } from '../../authorization/request-origin.js';
import type { RequestContext } from '../../authorization/request-context.js';

/** A request for a resource, after the guard has admitted it. */
export interface ResourceHttpRequest extends FastifyRequest<{
  Params: { resource: string; id: string; relation: string };
}> {
  user: unknown;
  context: RequestContext;
}

/** Finds the resource of the path, and checks its policy's `index`. @contract C4.3 */
@Injectable()
export class ResourceGuard implements CanActivate {
  constructor(private readonly registry: ResourceRegistry) {}

  /** @throws RequestError `not_found`, `unauthorized` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ResourceHttpRequest>();
    const resource = this.registry.get(request.params.resource);
    const authorizer = new Authorizer(request.user);
    await authorizer.authorize(resource);
    const origin = new Origin('http', request.headers['user-agent']);
    request.context = {
      resource,
      authorizer,
      origin,
      onEnd: onResponseEnd(http.getResponse<FastifyReply>()),
    };
    return true;
  }
}
