import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { BearerStrategy } from './bearer.strategy.js';
import { unauthenticated } from './unauthenticated.js';

/**
 * Sets `request.user` to the user that the authentication provider finds. It is the default of the
 * option `middleware`.
 *
 * It calls its strategy directly. `passport.authenticate`, which other guards may still use,
 * creates objects per request that only a major garbage collection frees: 8 microseconds and 4 KB,
 * as measured.
 *
 * @throws RequestError `unauthenticated` without valid credentials
 * @contract C2.1
 */
@Injectable()
export class BearerGuard extends AuthGuard() {
  constructor(private readonly strategy: BearerStrategy) {
    super({ defaultStrategy: strategy.name });
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    const httpRequest = execution
      .switchToHttp()
      .getRequest<Parameters<BearerStrategy['findUser']>[0] & { user?: object }>();
    const user = await this.strategy.findUser(httpRequest);
    if (!user)
      throw unauthenticated({ headers: httpRequest.headers, challenge: this.strategy.challenge });
    httpRequest.user = user;
    return true;
  }
}
