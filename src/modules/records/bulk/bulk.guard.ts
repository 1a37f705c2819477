import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { queryStringOf } from '../../../http/query-string-of.js';
import type { BulkOperation } from '../../../registry/bulk-operations.js';
import { KeyedRequests, type RefusableRequest } from '../safe-writes/keyed-requests.js';
import { RouteOperation } from '../route-operation.decorator.js';
import { listedKeys } from './bulk-body.js';
import {
  BulkAuthorizer,
  type AuthorizedBulkDelete,
  type AuthorizedBulkStore,
  type AuthorizedBulkUpdate,
} from './bulk-authorizer.js';

/** The guard's results for the handler of each operation. */
interface AuthorizedBulk {
  readonly store: AuthorizedBulkStore;
  readonly update: AuthorizedBulkUpdate;
  readonly delete: AuthorizedBulkDelete;
}

/** A bulk write that the policy has allowed. */
export interface BulkHttpRequest<Name extends BulkOperation> extends RefusableRequest {
  authorized: AuthorizedBulk[Name];
}

/**
 * Runs the policy for each record of a bulk write, and passes what it read to the handler.
 * @contract C4.3, C13.5
 */
@Injectable()
export class BulkGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorizer: BulkAuthorizer,
    private readonly keyed: KeyedRequests,
  ) {}

  /** @throws RequestError as {@link BulkAuthorizer} */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get(RouteOperation, context.getHandler()) as BulkOperation;
    const request = context.switchToHttp().getRequest<BulkHttpRequest<BulkOperation>>();
    const { body, context: requestContext } = request;
    const check = async () => {
      const queryString = queryStringOf(request);
      const asked = { context: requestContext, queryString, body };
      request.authorized = await this.authorizer[operation](asked);
    };
    await this.keyed.orReplay(request, check, () => listedKeys(body, requestContext.resource));
    return true;
  }
}
