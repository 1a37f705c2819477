import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import type { ResourceHttpRequest } from '../records/guards/resource.guard.js';
import { ActionAbility, type ActionAbilityName } from './action-ability.decorator.js';
import { ActionAuthorizer } from './action-authorizer.js';
import type { ActionInput } from './action-call.js';

/** A request for actions that the caller sees. */
export interface ActionHttpRequest<Name extends ActionAbilityName> extends ResourceHttpRequest {
  authorized: Awaited<ReturnType<ActionAuthorizer[Name]>>;
  /** Set by a feature that follows runs over all records. */
  onProgress?: ActionInput['onProgress'];
}

/** Checks that the caller sees the actions of the request. @contract C6.1, C6.2 */
@Injectable()
export class ActionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorizer: ActionAuthorizer,
  ) {}

  /** @throws RequestError `invalid_query`, `not_found` */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const httpRequest = execution.switchToHttp().getRequest<ActionHttpRequest<ActionAbilityName>>();
    const { context, subject } = httpRequest;
    const ability = this.reflector.get(ActionAbility, execution.getHandler());
    httpRequest.authorized = await this.authorizer[ability]({
      context,
      id: subject?.id ?? null,
      queryString: queryStringOf(httpRequest),
    });
    return true;
  }
}
