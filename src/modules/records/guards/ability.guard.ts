import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import type { Key } from '../../../base/types/register.js';
import { BodyReader } from './body-reader.js';
import { RecordAbility, type RecordAbilityName } from './record-ability.decorator.js';
import {
  RecordAuthorizer,
  type AuthorizedDelete,
  type AuthorizedShow,
  type AuthorizedStore,
  type AuthorizedUpdate,
} from '../reading/record-authorizer.js';
import type { ResourceHttpRequest } from './resource.guard.js';
import { keyIn } from '../lookups/column-values.js';

/** The guard's results for the handler of each ability. */
export interface Authorized {
  readonly show: AuthorizedShow;
  readonly store: AuthorizedStore;
  readonly update: AuthorizedUpdate;
  readonly updateProfile: AuthorizedUpdate;
  readonly delete: AuthorizedDelete;
}

/** A request that the policy has allowed. */
export interface AuthorizedHttpRequest<Name extends RecordAbilityName> extends ResourceHttpRequest {
  authorized: Authorized[Name];
}

/**
 * Runs the policy's `show`, `store`, `update` or `delete` for the record in the path, and passes
 * what it read to the handler. The handler reads a form later, so that nothing is uploaded that the
 * policy refuses.
 *
 * @contract C4.3
 */
@Injectable()
export class AbilityGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorizer: RecordAuthorizer,
    private readonly bodies: BodyReader,
  ) {}

  /**
   * @throws RequestError `unsupported_media_type`, `malformed_request`, `invalid_query`,
   * `not_found`, `unauthorized`
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const ability = this.reflector.get(RecordAbility, context.getHandler()) as
      RecordAbilityName | undefined;
    if (ability === undefined) return true;
    const request = context.switchToHttp().getRequest<AuthorizedHttpRequest<RecordAbilityName>>();
    if (ability !== 'show') this.bodies.verifyShape(request);
    request.authorized = await this.authorize(ability, request);
    return true;
  }

  private authorize(
    ability: RecordAbilityName,
    request: ResourceHttpRequest,
  ): Promise<Authorized[RecordAbilityName]> {
    const { context, subject } = request;
    const queryString = queryStringOf(request);
    if (ability === 'store') return this.authorizer.store(context, queryString);
    return this.authorizer[ability]({ context, id: subject!.id, queryString });
  }
}

/** Returns the key of the caller's own record. */
export const ownKeyOf = ({ user, context }: ResourceHttpRequest): Key =>
  keyIn(user as object, context.resource);
