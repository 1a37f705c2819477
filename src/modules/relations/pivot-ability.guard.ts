import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import type { ResourceHttpRequest } from '../records/guards/resource.guard.js';
import { PivotAuthorizer, type AuthorizedPivots } from './pivot-authorizer.js';
import { PivotAbility } from './pivot-ability.decorator.js';

/** A request for a many-to-many relation that the policy has allowed. */
export interface PivotHttpRequest extends ResourceHttpRequest {
  pivots: AuthorizedPivots;
}

/**
 * Runs the policy's attach, detach or sync for the keys of the body, and passes the records that it
 * read to the handler.
 *
 * @contract C7.4
 */
@Injectable()
export class PivotAbilityGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorizer: PivotAuthorizer,
  ) {}

  /**
   * @throws RequestError `invalid_query`, `malformed_request`, `not_found`, `validation_failed`,
   * `unauthorized`
   */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const httpRequest = execution.switchToHttp().getRequest<PivotHttpRequest>();
    const {
      id,
      relation,
      related = null,
    } = httpRequest.params as ResourceHttpRequest['params'] & { related?: string };
    httpRequest.pivots = await this.authorizer.authorize({
      context: httpRequest.context,
      operation: this.reflector.get(PivotAbility, execution.getHandler()),
      id,
      relation,
      related,
      queryString: queryStringOf(httpRequest),
      body: httpRequest.body,
    });
    return true;
  }
}
