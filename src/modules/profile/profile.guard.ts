import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { contextFor } from '../../pipeline/authorization/request-context.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { keyIn } from '../records/lookups/column-values.js';
import { httpCaller } from '../records/guards/http-caller.js';
import type { ResourceHttpRequest } from '../records/guards/resource.guard.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';

/**
 * Finds the resource that serializes the profile. Reading one's own record needs no ability.
 * @contract C3.2, C5.9
 */
@Injectable()
export class ProfileGuard implements CanActivate {
  constructor(private readonly registry: ResourceRegistry) {}

  /** @throws RequestError `not_found` if no resource serializes the profile */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<ResourceHttpRequest>();
    const resource = this.registry.profile;
    if (!resource) throw new RequestError('not_found');
    const caller = httpCaller(httpRequest, http.getResponse<FastifyReply>());
    const id = String(keyIn(httpRequest.user as object, resource));
    const asked = { operation: 'profile', queryString: queryStringOf(httpRequest), id } as const;
    httpRequest.subject = { id, isOwn: true };
    httpRequest.context = await contextFor(caller, resource, asked, this.registry);
    return true;
  }
}
