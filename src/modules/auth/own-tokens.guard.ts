import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import { RequestError } from '../../errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';

/**
 * Hides what serves our own tokens where they come from an identity provider.
 *
 * @throws RequestError `not_found`
 * @contract C2.3
 */
@Injectable()
export class OwnTokensGuard implements CanActivate {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  canActivate(): boolean {
    if (this.options.authentication.jwt) throw new RequestError('not_found');
    return true;
  }
}
