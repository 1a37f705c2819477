import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Authorizer } from '../../authorization/authorizer.js';
import { RequestError } from '../../errors/index.js';
import { contextOf } from '../records/context-of.js';
import { keyIn } from '../records/writing/column-values.js';
import type { ResourceHttpRequest } from '../records/resource.guard.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';

/**
 * Finds the resource that serializes the profile. Reading one's own record needs no ability.
 * @contract C3.2, C5.9
 */
@Injectable()
export class ProfileGuard implements CanActivate {
  constructor(private readonly registry: ResourceRegistry) {}

  /** @throws RequestError `not_found` if no resource serializes the profile */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ResourceHttpRequest>();
    const resource = this.registry.profile;
    if (!resource) throw new RequestError('not_found');
    const authorizer = new Authorizer(request.user);
    const id = String(keyIn(request.user as object, resource));
    const found = { resource, authorizer, operation: 'profile', id } as const;
    request.context = await contextOf(context, this.registry, found);
    return true;
  }
}
