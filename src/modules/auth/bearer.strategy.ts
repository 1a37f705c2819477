import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import passport from 'passport';
import { Strategy } from 'passport-strategy';
import { findBearerToken } from './bearer-token.js';
import { BEARER_VERIFIER, type BearerVerifier } from './bearer-verifier.js';

let instances = 0;

/**
 * Passport's strategy for bearer tokens, from the `Authorization` header only.
 *
 * Passport keeps one table of strategies for the whole process: each application registers its own under its own name,
 * or two in one process would sign in each other's users.
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

  /** Passport calls it on an object made for the request, on which it has put `success`, `fail` and `error`. */
  override authenticate(request: { readonly headers: IncomingHttpHeaders }): void {
    const token = findBearerToken(request.headers);
    if (token === undefined) return this.fail(401);
    this.verifier.verify(token).then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error: unknown) => this.error(error as Error),
    );
  }

  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }
}
