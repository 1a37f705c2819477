import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../authorization/access.js';
import { RequestError } from '../../errors/index.js';
import { Origin } from '../../operations/request-origin.js';
import type { Visit } from '../../operations/visit.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';

/** A request for the profile, once the guard has let it pass. */
export interface ProfileHttpRequest extends FastifyRequest {
  user: unknown;
  visit: Visit;
}

/** Finds the resource that serializes the profile. Reading one's own record needs no gate. @contract C3.2 */
@Injectable()
export class ProfileGuard implements CanActivate {
  constructor(private readonly registry: ResourceRegistry) {}

  /** @throws RequestError `not_found` when no resource serializes the profile */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ProfileHttpRequest>();
    const resource = this.registry.profile;
    if (!resource) throw new RequestError('not_found');
    const origin = new Origin('http', request.headers['user-agent']);
    request.visit = { resource, access: new Access(request.user), origin };
    return true;
  }
}
