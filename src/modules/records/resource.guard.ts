import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../authorization/access.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import type { Reading } from './reading.js';

/** A request for a resource, once the guard has let it pass. */
export interface ResourceHttpRequest extends FastifyRequest<{ Params: { resource: string; id: string } }> {
  user: unknown;
  reading: Reading;
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
    request.reading = { resource, access };
    return true;
  }
}
