import type { OnApplicationBootstrap } from '@nestjs/common';
import type { Database } from '../../database/connection/database.js';
import type {
  AuthenticationProvider,
  AuthenticationRequest,
} from '../../options/authentication-provider.js';
import { digestToken, isToken } from './bearer-token.js';
import { fingerprintOf } from './passwords.js';
import { TokenLookup } from './token-lookup.js';
import type { BackgroundWrites } from './background-writes.js';
import type { SessionCookies } from './session-cookies.js';
import type { TokenRevocation } from './token-revocation.js';
import type { TokenUsage } from './token-usage.js';
import type { UserTable } from './user-table.js';

/**
 * Verifies opaque tokens. One statement finds the token and its user, and nothing is cached between
 * requests, so a revoked token is rejected at once. If the user is suspended or has a new password,
 * the token is deleted when it is used.
 *
 * @contract C2.3, C2.4
 */
export class OpaqueTokenVerifier implements AuthenticationProvider, OnApplicationBootstrap {
  private lookup!: TokenLookup;

  constructor(
    private readonly database: Database,
    private readonly users: UserTable,
    private readonly use: TokenUsage,
    private readonly tokenRevocation: TokenRevocation,
    private readonly background: BackgroundWrites,
    private readonly cookies: SessionCookies,
  ) {}

  onApplicationBootstrap(): void {
    this.lookup = new TokenLookup(this.database, this.users, this.users.compileSelection());
  }

  async authenticate(
    httpRequest: Pick<AuthenticationRequest, 'method' | 'headers'>,
  ): Promise<object | null> {
    const token = this.cookies.findToken(httpRequest);
    if (token === undefined || !isToken(token)) return null;
    const found = await this.lookup.find(digestToken(token));
    if (!found) return null;
    if (!found.isActive) return this.revoke(() => this.tokenRevocation.ofOwner(found.owner));
    if (found.fingerprint !== fingerprintOf(found.password))
      return this.revoke(() => this.tokenRevocation.one(found.id));
    this.use.note(found.id, found.lastUsed);
    return found.user;
  }

  /** Deletes invalid tokens, so that reactivating the user cannot revive them. @contract C2.4 */
  private async revoke(work: () => Promise<unknown>): Promise<null> {
    await this.background.start('Revoking tokens', work);
    return null;
  }
}
