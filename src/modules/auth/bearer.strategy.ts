import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import passport from 'passport';
import { Strategy } from 'passport-strategy';
import { findBearerToken } from './bearer-token.js';
import { BEARER_VERIFIER, type BearerVerifier } from './bearer-verifier.js';

interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}

let instances = 0;

/**
 * Passport's strategy for bearer tokens, from the `Authorization` header only.
 *
 * Passport keeps one table of strategies for the whole process: each application registers its own
 * under its own name, or two in one process would sign in each other's users.
 *
 * @contract C2.5
 */
@Injectable()
export class BearerStrategy extends Strategy implements OnApplicationShutdown {
  readonly name = `bearer-${++instances}`;

  constructor(@Inject(BEARER_VERIFIER) private readonly verifier: BearerVerifier) {
    super();
    passport.use(this.name, this);
  }

  /** The user whose good token the request carries, if it carries one. */
  async findUser(request: WithHeaders): Promise<object | undefined> {
    const token = findBearerToken(request.headers);
    return token === undefined ? undefined : this.verifier.verify(token);
  }

  /**
   * Passport calls it on an object made for the request, on which it has put `success`, `fail` and
   * `error`.
   */
  override authenticate(request: WithHeaders): void {
    this.findUser(request).then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error: unknown) => this.error(error as Error),
    );
  }

  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }
}
