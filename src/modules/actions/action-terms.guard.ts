import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { describeUnparsed } from '../../pipeline/authorization/request-context.js';
import { RequestError } from '../../base/errors/index.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { ResourceHttpRequest } from '../records/guards/resource.guard.js';
import { termsOf } from '../../addons/safe-writes/write-terms.js';
import { getAction } from './find-action.js';

/**
 * Verifies, before an old response can be returned, that the caller still sees the action, and that
 * what an external action does is neither tried nor bounded afterwards. Requests without terms
 * are left to the handler.
 *
 * @contract C13.2, C13.3, C13.4
 */
@Injectable()
export class ActionTermsGuard implements CanActivate {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  /**
   * @throws RequestError `malformed_request`, `not_found`, `dry_run_unsupported`,
   * `max_affected_unsupported`
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ResourceHttpRequest>();
    const terms = request.method === 'POST' && termsOf(request, this.options.safeWrites);
    if (!terms) return true;
    const { id = null } = request.params as { id?: string };
    const described = describeUnparsed(request.context, 'action', queryStringOf(request), id);
    const { action: name } = described.query;
    if (name === undefined) return true;
    const { options, scope } = await getAction(request.context, described, name);
    if (!options.external) return true;
    if (terms.isDryRun) throw new RequestError('dry_run_unsupported');
    if (terms.maxAffected !== null && scope === 'standalone')
      throw new RequestError('max_affected_unsupported');
    return true;
  }
}
