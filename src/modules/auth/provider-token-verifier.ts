import type { OnApplicationBootstrap } from '@nestjs/common';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { RequestError } from '../../errors/index.js';
import type { Database } from '../../execution/database/database.js';
import type { JwtOptions } from '../../options/resource-api-options.js';
import type { BearerVerifier } from './bearer-verifier.js';
import { normalizeIdentifier } from './credentials.js';
import { isStorable } from './storable-text.js';
import type { UserSelection } from './user-selection.js';
import type { UserTable } from './user-table.js';

/** Faults of the provider, not of the token: its keys could not be fetched or read. */
const providerFaults = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

/**
 * Tokens of an identity provider: signed by one of its keys with a pinned algorithm, for this
 * audience, with an expiry. The user is the account that the claim names; who has none is a
 * stranger.
 *
 * @contract C2.3
 */
export class ProviderTokenVerifier implements BearerVerifier, OnApplicationBootstrap {
  private readonly keys: JWTVerifyGetKey;
  private readonly claim: string;
  private selection!: UserSelection;
  private text!: string;

  constructor(
    private readonly database: Database,
    private readonly users: UserTable,
    private readonly options: JwtOptions,
  ) {
    this.keys = createRemoteJWKSet(new URL(options.jwksUri));
    this.claim = options.claim ?? 'email';
  }

  onApplicationBootstrap(): void {
    const { source, identifier, isActive } = this.users;
    this.selection = this.users.compileSelection();
    this.text = `select ${this.selection.columns} from ${source} where ${identifier} = ? and ${isActive}`;
  }

  async verify(token: string): Promise<object | undefined> {
    const payload = await this.findPayload(token);
    const identifier = payload && this.identifierIn(payload);
    if (identifier === undefined) return undefined;
    const [row] = await this.database.query(this.text, [...this.selection.values, identifier]);
    return row && this.selection.read(row, 0);
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

  /** An address that the provider itself calls unverified could be anybody's. */
  private identifierIn(payload: JWTPayload): string | undefined {
    const value = payload[this.claim];
    if (this.claim === 'email' && payload.email_verified === false) return undefined;
    if (typeof value !== 'string') return undefined;
    const identifier = normalizeIdentifier(value);
    return isStorable(identifier) ? identifier : undefined;
  }
}
