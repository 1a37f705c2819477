import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { queryStringOf } from '../../http/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { ResourceHttpRequest } from '../records/resource.guard.js';
import { termsOf } from '../records/safe-writes/write-terms.js';
import { ActionTerms } from './action-terms.js';

/** Verifies the terms in the headers of a request; those without any are left to the handler. */
@Injectable()
export class ActionTermsGuard implements CanActivate {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly terms: ActionTerms,
  ) {}

  /** @throws RequestError `malformed_request`, and those of {@link ActionTerms.verify} */
  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<ResourceHttpRequest>();
    const terms = request.method === 'POST' && termsOf(request.headers, this.options.safeWrites);
    if (!terms) return true;
    const { id = null } = request.params as { id?: string };
    await this.terms.verify(request.context, queryStringOf(request), id, terms);
    return true;
  }
}
