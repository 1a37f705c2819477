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
 * The Passport strategy, which calls the authentication provider. The built-in providers read
 * bearer tokens from the `Authorization` header, and from a cookie if the option `cookie` is set.
 *
 * Passport keeps one table of strategies per process. Each application registers its own name;
 * otherwise two applications in one process would accept each other's users.
 *
 * @contract C2.5
 */
@Injectable()
export class BearerStrategy extends Strategy implements OnApplicationShutdown {
  readonly name = `bearer-${++instances}`;

  /** The `WWW-Authenticate` header for a request without valid credentials. */
  readonly challenge: string;

  constructor(
    @Inject(AUTHENTICATION_PROVIDER) private readonly provider: AuthenticationProvider,
    @Inject(OPTIONS) { authentication }: ResolvedOptions,
  ) {
    super();
    this.challenge = challengeOf(authentication);
    passport.use(this.name, this);
  }

  /** Returns the user of the request's credentials; `null` if they are missing or invalid. */
  async findUser(httpRequest: AuthenticationRequest): Promise<object | null> {
    return this.provider.authenticate(httpRequest);
  }

  /**
   * Passport calls this on an object that it creates for the request, with the methods `success`,
   * `fail` and `error`.
   */
  override authenticate(httpRequest: object): void {
    this.findUser(httpRequest as AuthenticationRequest).then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error: unknown) => this.error(error as Error),
    );
  }

  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }
}
