import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { RequestError } from '../../base/errors/index.js';
import type {
  AuthenticationProvider,
  AuthenticationRequest,
} from '../../options/authentication-provider.js';
import type { JwtOptions } from '../../options/resource-api-options.js';
import { serviceSettings } from '../../options/settings.js';
import { findBearerToken } from './bearer-token.js';
import type { UserAccounts } from './user-accounts.js';

/** Faults of the provider, not of the token: its keys could not be fetched or read. */
const providerFaults = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

/**
 * Verifies tokens of an identity provider. A token must be signed by one of the provider's keys
 * with a configured algorithm, be issued for this audience, and have an expiry. The configured
 * claim identifies the account. Without an account, the request is rejected.
 *
 * @contract C2.3
 */
export class ProviderTokenVerifier implements AuthenticationProvider {
  private readonly keys: JWTVerifyGetKey;
  private readonly claim: string;

  constructor(
    private readonly users: UserAccounts<object>,
    private readonly options: JwtOptions,
  ) {
    this.keys = createRemoteJWKSet(new URL(options.jwksUri));
    this.claim = options.claim ?? serviceSettings.JWT_CLAIM.default;
  }

  async authenticate({ headers }: Pick<AuthenticationRequest, 'headers'>): Promise<object | null> {
    const token = findBearerToken(headers);
    const payload = token === undefined ? undefined : await this.findPayload(token);
    const identifier = payload && this.identifierIn(payload);
    return identifier === undefined ? null : await this.users.findByIdentifier(identifier);
  }

  private async findPayload(token: string): Promise<JWTPayload | undefined> {
    const { issuer, audience, algorithms } = this.options;
    const checks = { issuer, audience, algorithms: [...algorithms], requiredClaims: ['exp'] };
    try {
      return (await jwtVerify(token, this.keys, checks)).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && !providerFaults.has(error.code)) return undefined;
      throw new RequestError('unavailable', { headers: { 'Retry-After': '1' }, cause: error });
    }
  }

  /** Ignores an e-mail address that the provider has not verified: it could be anyone's. */
  private identifierIn(payload: JWTPayload): string | undefined {
    const value = payload[this.claim];
    if (this.claim === 'email' && payload.email_verified === false) return undefined;
    return typeof value === 'string' ? value : undefined;
  }
}
