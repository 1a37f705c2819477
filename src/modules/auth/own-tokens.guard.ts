import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { issuesTokens, OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';

/**
 * Hides the endpoints for tokens if the service does not issue any.
 *
 * @throws RequestError `not_found`
 * @contract C2.3
 */
@Injectable()
export class OwnTokensGuard implements CanActivate {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  canActivate(): boolean {
    if (!issuesTokens(this.options)) throw new RequestError('not_found');
    return true;
  }
}
