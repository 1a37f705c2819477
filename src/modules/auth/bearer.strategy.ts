import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import passport from 'passport';
import { Strategy } from 'passport-strategy';
import type {
  AuthenticationProvider,
  AuthenticationRequest,
} from '../../options/authentication-provider.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { challengeOf } from './unauthenticated.js';

/** Nest's token for the {@link AuthenticationProvider} in use. @contract C2.3 */
export const AUTHENTICATION_PROVIDER = Symbol('resource-api:authentication-provider');

let instances = 0;

/**
 * Passport's strategy, which asks the authentication provider: bearer tokens from the
 * `Authorization` header only, unless the team has a provider of its own.
 *
 * Passport keeps one table of strategies for the whole process: each application registers its own
 * under its own name, or two in one process would sign in each other's users.
 *
 * @contract C2.5
 */
@Injectable()
export class BearerStrategy extends Strategy implements OnApplicationShutdown {
  readonly name = `bearer-${++instances}`;

  /** The `WWW-Authenticate` of a request without good credentials. */
  readonly challenge: string;

  constructor(
    @Inject(AUTHENTICATION_PROVIDER) private readonly provider: AuthenticationProvider,
    @Inject(OPTIONS) { authentication }: ResolvedOptions,
  ) {
    super();
    this.challenge = challengeOf(authentication);
    passport.use(this.name, this);
  }

  /** The user whose good credentials the request carries; `null` if there are none. */
  async findUser(request: AuthenticationRequest): Promise<object | null> {
    return this.provider.authenticate(request);
  }

  /**
   * Passport calls it on an object made for the request, on which it has put `success`, `fail` and
   * `error`.
   */
  override authenticate(request: object): void {
    this.findUser(request as AuthenticationRequest).then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error: unknown) => this.error(error as Error),
    );
  }

  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }
}
