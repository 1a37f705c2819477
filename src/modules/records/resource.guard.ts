import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../authorization/access.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { Origin } from '../../operations/request-origin.js';
import type { Visit } from '../../operations/visit.js';

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
    const request = context.switchToHttp().getRequest<ResourceHttpRequest>();
    const resource = this.registry.get(request.params.resource);
    const access = new Access(request.user);
    await access.pass(resource);
    request.visit = { resource, access, origin: new Origin('http', request.headers['user-agent']) };
    return true;
  }
}
