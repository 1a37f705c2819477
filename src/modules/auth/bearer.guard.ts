import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { BearerStrategy } from './bearer.strategy.js';
import { unauthenticated } from './unauthenticated.js';

/**
 * Puts the user that the authentication provider finds on `request.user`. It is the default of the
 * option `middleware`.
 *
 * It asks its strategy itself. By way of `passport.authenticate`, which any other guard may still
 * take, each request leaves objects behind that only a major collection finds: measured, 8
 * microseconds and 4 KB a request.
 *
 * @throws RequestError `unauthenticated` without good credentials
 * @contract C2.1
 */
@Injectable()
export class BearerGuard extends AuthGuard() {
  constructor(private readonly strategy: BearerStrategy) {
    super({ defaultStrategy: strategy.name });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context
      .switchToHttp()
      .getRequest<Parameters<BearerStrategy['findUser']>[0] & { user?: object }>();
    const user = await this.strategy.findUser(request);
    if (!user)
      throw unauthenticated({ headers: request.headers, challenge: this.strategy.challenge });
    request.user = user;
    return true;
  }
}
