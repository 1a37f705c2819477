import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import { whenKnown, type Eventual } from '../../../base/when-known.js';
import type { Key } from '../../../base/types/register.js';
import { RecordAuthorizer } from '../authorizing/record-authorizer.js';
import { keyIn } from '../lookups/column-values.js';
import { BodyReader } from './body-reader.js';
import {
  recordAbilities,
  RecordAbility,
  type RecordAbilityName,
} from './record-ability.decorator.js';
import type { ResourceHttpRequest } from './resource.guard.js';

/** What the guard passes to the handler of each ability. */
type Authorized<Name extends RecordAbilityName> = Awaited<ReturnType<RecordAuthorizer[Name]>>;

/** A request that the policy has allowed. */
export interface AuthorizedHttpRequest<Name extends RecordAbilityName> extends ResourceHttpRequest {
  authorized: Authorized<Name>;
}

/**
 * Runs the policy's `show`, `store`, `update` or `delete` for the record in the path, or for each
 * record of a list, and passes what it read to the handler. The handler reads a form later, so that
 * nothing is uploaded that the policy refuses.
 *
 * @contract C4.3, C13.5
 */
@Injectable()
export class AbilityGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorizer: RecordAuthorizer,
    private readonly bodies: BodyReader,
  ) {}

  /** @throws RequestError `unsupported_media_type`, and those of {@link RecordAuthorizer} */
  canActivate(execution: ExecutionContext): Eventual<boolean> {
    const ability = this.reflector.get(RecordAbility, execution.getHandler()) as
      RecordAbilityName | undefined;
    if (ability === undefined) return true;
    const httpRequest = execution
      .switchToHttp()
      .getRequest<AuthorizedHttpRequest<RecordAbilityName>>();
    httpRequest.ability = ability;
    if (recordAbilities[ability].takesObject) this.bodies.verifyShape(httpRequest);
    const authorizing: Eventual<Authorized<RecordAbilityName>> = this.authorizer[ability]({
      context: httpRequest.context,
      id: httpRequest.subject?.id ?? '',
      queryString: queryStringOf(httpRequest),
      body: httpRequest.body,
      withVersions: 'if-match' in httpRequest.headers || 'if-none-match' in httpRequest.headers,
    });
    return whenKnown(authorizing, (authorized) => {
      httpRequest.authorized = authorized;
      return true;
    });
  }
}

/** Returns the key of the caller's own record. */
export const ownKeyOf = ({ user, context }: ResourceHttpRequest): Key =>
  keyIn(user as object, context.resource);
