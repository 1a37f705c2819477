import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Authorizer } from '../../authorization/authorizer.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import type { RequestContext } from '../../authorization/request-context.js';
import type { Operation } from '../../types/register.js';
import { contextOf } from './context-of.js';
import { RecordAbility, type RecordAbilityName } from './record-ability.decorator.js';
import { RouteOperation } from './route-operation.decorator.js';

/** A request for a resource, after the guard has admitted it. */
export interface ResourceHttpRequest extends FastifyRequest<{
  Params: { resource: string; id: string; relation: string };
}> {
  user: unknown;
  context: RequestContext;
}

/**
 * Finds the resource of the path, checks its policy's `index`, and leaves out the members that the
 * caller does not see.
 *
 * @contract C4.3, C5.9
 */
@Injectable()
export class ResourceGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly registry: ResourceRegistry,
  ) {}

  /** @throws RequestError `not_found`, `unauthorized` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ResourceHttpRequest>();
    const resource = this.registry.get(request.params.resource);
    const authorizer = new Authorizer(request.user);
    await authorizer.authorize(resource);
    const operation = this.operationOf(context);
    const id = request.params.id ?? null;
    const found = { resource, authorizer, operation, id };
    request.context = await contextOf(context, this.registry, found);
    return true;
  }

  /** Returns the operation of a route, which reads a list unless it is declared. */
  private operationOf(context: ExecutionContext): Operation {
    const places = [context.getHandler(), context.getClass()];
    const ability = this.reflector.get(RecordAbility, context.getHandler()) as
      Exclude<RecordAbilityName, 'updateProfile'> | undefined;
    return ability ?? this.reflector.getAllAndOverride(RouteOperation, places) ?? 'index';
  }
}
