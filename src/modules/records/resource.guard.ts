import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../authorization/access.js';
import { onResponseEnd } from '../../http/on-response-end.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { Origin } from '../../authorization/request-origin.js';
import type { Visit } from '../../authorization/request-context.js';

/** A request for a resource, once the guard has let it pass. */
export interface ResourceHttpRequest extends FastifyRequest<{
  Params: { resource: string; id: string; relation: string };
}> {
  user: unknown;
  visit: Visit;
}

/** Finds the resource of the path, and asks its collection's gate. @contract C4.3 */
@Injectable()
export class ResourceGuard implements CanActivate {
  constructor(private readonly registry: ResourceRegistry) {}

  /** @throws RequestError `not_found`, `unauthorized` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ResourceHttpRequest>();
    const resource = this.registry.get(request.params.resource);
    const access = new Access(request.user);
    await access.pass(resource);
    const origin = new Origin('http', request.headers['user-agent']);
    request.visit = {
      resource,
      access,
      origin,
      onEnd: onResponseEnd(http.getResponse<FastifyReply>()),
    };
    return true;
  }
}
