import { Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { AccessTokens, type VerifiedAccount } from './access-tokens.js';
import { Accounts } from './accounts.js';
import type { Credentials } from './credentials.js';
import { CredentialThrottle, subjects } from './credential-throttle.js';
import { checkPassword } from './passwords.js';
import { unauthenticated } from './unauthenticated.js';

/** The response body of a login. @contract C2.2 */
export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

/** Attempts to verify an account that changes while its token is issued. */
const MAX_TRIES = 3;

/** Exchanges credentials for a token. */
@Injectable()
export class SignIn {
  constructor(
    private readonly throttle: CredentialThrottle,
    private readonly accounts: Accounts,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * Unknown accounts, wrong passwords and suspended accounts take the same steps and the same time,
   * so that callers cannot distinguish them.
   *
   * @throws RequestError `unauthenticated`, `too_many_requests`, `unavailable`
   */
  async run(credentials: Credentials, clientAddress: string): Promise<IssuedToken> {
    const ofAccount = subjects.account(credentials.email);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const check = () => this.verify(credentials);
      const verified = await this.throttle.run(
        [subjects.clientAddress(clientAddress), ofAccount],
        ofAccount,
        check,
      );
      if (!verified) throw unauthenticated();
      const token = await this.tokens.tryIssue(verified, credentials.name);
      if (token === undefined) continue;
      return { access_token: token, token_type: 'Bearer', expires_in: this.tokens.lifetime };
    }
    throw new RequestError('unavailable', { headers: { 'Retry-After': '1' } });
  }

  private async verify({ email, password }: Credentials): Promise<VerifiedAccount | undefined> {
    const account = await this.accounts.find(email);
    const { isRight, upgraded } = await checkPassword(password, account?.password ?? null);
    if (!account || !isRight || account.isSuspended) return undefined;
    return { ...account, upgraded };
  }
}
