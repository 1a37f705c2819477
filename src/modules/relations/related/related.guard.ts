import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { queryStringOf } from '../../../http/requests/query-string-of.js';
import type { ResourceHttpRequest } from '../../records/guards/resource.guard.js';
import { RelatedAuthorizer, type AuthorizedRelated } from './related-authorizer.js';

/** A request for the related records of a record that the caller sees. */
export interface RelatedHttpRequest extends ResourceHttpRequest {
  related: AuthorizedRelated;
}

/** Runs the policy of the record in the path, whose related records are read. @contract C4.3 */
@Injectable()
export class RelatedGuard implements CanActivate {
  constructor(private readonly authorizer: RelatedAuthorizer) {}

  /** @throws RequestError `not_found`, `invalid_query` */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const httpRequest = execution.switchToHttp().getRequest<RelatedHttpRequest>();
    const { context, params } = httpRequest;
    const { id, relation } = params;
    const queryString = queryStringOf(httpRequest);
    httpRequest.related = await this.authorizer.authorize({ context, id, relation, queryString });
    return true;
  }
}
