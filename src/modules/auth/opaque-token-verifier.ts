import type { OnApplicationBootstrap } from '@nestjs/common';
import type { Database } from '../../execution/database/database.js';
import type { BearerVerifier } from './bearer-verifier.js';
import { digestToken, isToken } from './bearer-token.js';
import { fingerprintOf } from './passwords.js';
import { TokenLookup } from './token-lookup.js';
import type { TokenUse } from './token-use.js';
import type { UserTable } from './user-table.js';

/**
 * Our own tokens. One statement finds the token and its user together, and nothing is remembered between requests:
 * a token that was ended is dead at once.
 *
 * @contract C2.3
 */
export class OpaqueTokenVerifier implements BearerVerifier, OnApplicationBootstrap {
  private lookup!: TokenLookup;

  constructor(
    private readonly database: Database,
    private readonly users: UserTable,
    private readonly use: TokenUse,
  ) {}

  onApplicationBootstrap(): void {
    this.lookup = new TokenLookup(this.database, this.users, this.users.compileSelection());
  }

  async verify(token: string): Promise<object | undefined> {
    if (!isToken(token)) return undefined;
    const found = await this.lookup.find(digestToken(token));
    if (!found) return undefined;
    // A changed password ends every older token.
    if (found.fingerprint !== fingerprintOf(found.password)) return undefined;
    this.use.note(found.id, found.lastUsed);
    return found.user;
  }
}
