import { Injectable } from '@nestjs/common';
import { AccessTokens } from './access-tokens.js';
import { Accounts } from './accounts.js';
import type { Credentials } from './credentials.js';
import { CredentialThrottle, subjects } from './credential-throttle.js';
import { verifyPassword } from './passwords.js';
import { unauthenticated } from './unauthenticated.js';

/** What a successful login answers. @contract C2.2 */
export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

/** Trades credentials for a token. */
@Injectable()
export class SignIn {
  constructor(
    private readonly throttle: CredentialThrottle,
    private readonly accounts: Accounts,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * Unknown, wrong and suspended take the same way and the same time, so that nobody learns which it was.
   *
   * @throws RequestError `unauthenticated`, `too_many_requests`
   */
  async run({ email, password, name }: Credentials, peer: string): Promise<IssuedToken> {
    const ofAccount = subjects.account(email);
    const attempt = await this.throttle.admit([subjects.peer(peer), ofAccount]);
    const account = await this.accounts.find(email);
    const isRight = await verifyPassword(password, account?.password);
    await this.throttle.verify(attempt);
    if (!account || !isRight || account.isSuspended) throw unauthenticated();
    await this.throttle.succeed(attempt, ofAccount);
    const token = await this.tokens.issue(account, name);
    return { access_token: token, token_type: 'Bearer', expires_in: this.tokens.lifetime };
  }
}
