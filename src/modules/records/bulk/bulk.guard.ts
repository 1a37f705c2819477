import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RequestError } from '../../../base/errors/index.js';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { BulkOperation } from '../../../registry/resources/bulk-operations.js';
import type { ResourceHttpRequest } from '../guards/resource.guard.js';
import { RouteOperation } from '../guards/route-operation.decorator.js';
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
export interface BulkHttpRequest<Name extends BulkOperation> extends ResourceHttpRequest {
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
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** @throws RequestError as {@link BulkAuthorizer}; `not_found` if bulk writes are switched off */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.options.safeWrites.bulk) throw new RequestError('not_found');
    const operation = this.reflector.get(RouteOperation, context.getHandler()) as BulkOperation;
    const request = context.switchToHttp().getRequest<BulkHttpRequest<BulkOperation>>();
    request.authorized = await this.authorizer[operation]({
      context: request.context,
      queryString: queryStringOf(request),
      body: request.body,
    });
    return true;
  }
}
