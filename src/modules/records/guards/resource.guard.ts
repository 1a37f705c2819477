import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { enterStage } from '../../../base/work-trace.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import {
  contextFor,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import { whenKnown, type Eventual } from '../../../base/when-known.js';
import type { Operation } from '../../../base/types/register.js';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { httpCaller } from './http-caller.js';
import {
  recordAbilities,
  RecordAbility,
  type RecordAbilityName,
} from './record-ability.decorator.js';
import { RouteOperation } from './route-operation.decorator.js';

/** The record that a request is about. */
export interface RequestSubject {
  /** As in the path; for the profile, the caller's own key. */
  readonly id: string;
  /** Whether it is the caller's own record, which the caller sees without a policy. @contract C3.2 */
  readonly isOwn: boolean;
}

/** A request for a resource, after the guard has admitted it. */
export interface ResourceHttpRequest extends FastifyRequest<{
  Params: { resource: string; id: string; relation: string };
}> {
  user: unknown;
  context: RequestContext;
  /** `null` for a request about a collection. */
  subject: RequestSubject | null;
  /** What `AbilityGuard` asks for the records of the request; absent if it asks nothing. */
  ability?: RecordAbilityName;
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
  canActivate(execution: ExecutionContext): Eventual<boolean> {
    const http = execution.switchToHttp();
    const httpRequest = http.getRequest<ResourceHttpRequest>();
    const resource = this.registry.get(httpRequest.params.resource);
    const caller = httpCaller(httpRequest, http.getResponse<FastifyReply>());
    const { id = null } = httpRequest.params as { id?: string };
    enterStage('authorize');
    const context = whenKnown(caller.authorizer.authorize(resource), () => {
      const operation = this.operationOf(execution);
      const asked = { operation, queryString: queryStringOf(httpRequest), id };
      httpRequest.subject = id === null ? null : { id, isOwn: false };
      return contextFor(caller, resource, asked, this.registry);
    });
    return whenKnown(context, (seen) => {
      httpRequest.context = seen;
      return true;
    });
  }

  /** Returns the operation of a route, which reads a list unless it is declared. */
  private operationOf(execution: ExecutionContext): Operation {
    const places = [execution.getHandler(), execution.getClass()];
    const ability = this.reflector.get(RecordAbility, execution.getHandler()) as
      RecordAbilityName | undefined;
    if (ability) return recordAbilities[ability].operation;
    return this.reflector.getAllAndOverride(RouteOperation, places) ?? 'index';
  }
}
