import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../execution/database/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { Account } from './accounts.js';
import { BackgroundWrites } from './background-writes.js';
import { createToken, digestToken } from './bearer-token.js';
import { fingerprintOf } from './passwords.js';
import { readInstant } from './read-instant.js';
import { TokenRevocation } from './token-revocation.js';
import { UserTable } from './user-table.js';

/** A token as its owner sees it: never its text. @contract C2.2 */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string;
}

/** An account that may have a token. */
export interface VerifiedAccount extends Pick<Account, 'key' | 'password'> {
  /** Replaces the stored hash; `null` to keep it. */
  readonly upgraded?: string | null;
}

/** Tokens that a list holds at most, the newest first. */
const MAX_LIST_LENGTH = 1_000;
/** Expired tokens that go at one time. */
const PRUNED_AT_ONCE = 500;

const INSERT =
  'insert into tokens (user_id, name, hash, fingerprint, created_at, expires_at) values (?, ?, ?, ?, ?, ?)';
// MariaDB and MySQL take no limit inside IN, but do inside a derived table.
const PRUNE =
  'delete from tokens where id in (select id from' +
  ` (select id from tokens where expires_at <= ? order by expires_at limit ${PRUNED_AT_ONCE}) expired)`;

/** Issues, lists and ends access tokens. @contract C2.3 */
@Injectable()
export class AccessTokens implements OnApplicationBootstrap {
  private readonly listSql: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly background: BackgroundWrites,
    private readonly users: UserTable,
    private readonly tokenRevocation: TokenRevocation,
  ) {
    const columns = `t.id, t.name, t.created_at, t.last_used_at, t.expires_at, t.fingerprint, ${users.password}`;
    this.listSql =
      `select ${columns} from tokens t join ${users.source} on ${users.key} = ${users.asKey('t.user_id')}` +
      ` where t.user_id = ? and t.expires_at > ? order by t.id desc limit ${MAX_LIST_LENGTH}`;
  }

  /** Seconds that a new token lives. */
  get lifetime(): number {
    return this.options.authentication.tokenLifetime;
  }

  onApplicationBootstrap(): void {
    this.prune();
  }

  /**
   * Stores a new token and returns its text, which is stored nowhere. The account's row is locked
   * meanwhile, so that a suspension or a new password comes before the token, or after it and ends
   * it.
   *
   * @returns `undefined` if the account is gone or suspended, or its stored hash is another one by
   * now
   */
  async tryIssue(account: VerifiedAccount, name: string): Promise<string | undefined> {
    const token = createToken();
    const isIssued = await this.database.transaction(async (transaction) => {
      const [row] = await transaction.query(this.users.lockSql, [account.key]);
      if (row?.[0] !== account.password || row?.[1] !== null) return false;
      const hash = await this.upgrade(transaction, account);
      const now = Date.now();
      const [created, expires] = [new Date(now), new Date(now + this.lifetime * 1000)];
      await transaction.query(INSERT, [
        account.key,
        name,
        digestToken(token),
        fingerprintOf(hash),
        created,
        expires,
      ]);
      return true;
    });
    this.prune();
    return isIssued ? token : undefined;
  }

  /**
   * The user's living tokens, the newest first; those that a changed password ended are not among
   * them.
   */
  async list(user: string): Promise<TokenRow[]> {
    const rows = await this.database.query(this.listSql, [user, new Date()]);
    return rows
      .filter(([, , , , , fingerprint, password]) => fingerprint === fingerprintOf(password))
      .map(describe);
  }

  /** Ends the token with this text. */
  async revoke(token: string): Promise<void> {
    await this.database.write('delete from tokens where hash = ?', [digestToken(token)]);
  }

  /** Ends one of the user's tokens; `false` when it is not one of theirs. */
  async revokeById(id: number, user: string): Promise<boolean> {
    const values = [id, user, new Date()];
    const found = await this.database.query(
      'select 1 from tokens where id = ? and user_id = ? and expires_at > ?',
      values,
    );
    if (found.length === 0) return false;
    await this.database.write('delete from tokens where id = ? and user_id = ?', [id, user]);
    return true;
  }

  /**
   * As {@link tryIssue}, for an account that nobody changes meanwhile.
   *
   * @throws TypeError if it is gone or suspended, or its stored hash is another one
   */
  async issue(account: VerifiedAccount, name: string): Promise<string> {
    const token = await this.tryIssue(account, name);
    if (token !== undefined) return token;
    throw new TypeError(
      `The account ${account.key} is gone or suspended, or its password has just changed.`,
    );
  }

  /**
   * Stores the upgraded hash, if there is one; the password is the same, so the account's tokens
   * live on.
   */
  private async upgrade(
    transaction: Transaction,
    account: VerifiedAccount,
  ): Promise<string | null> {
    const { key, password, upgraded = null } = account;
    if (upgraded === null) return password;
    await transaction.query(this.users.passwordUpdate, [upgraded, key]);
    const values = [fingerprintOf(upgraded), key, fingerprintOf(password)];
    await transaction.query(
      'update tokens set fingerprint = ? where user_id = ? and fingerprint = ?',
      values,
    );
    return upgraded;
  }

  private prune(): void {
    void this.background.start('Pruning expired tokens', async () => {
      await this.database.write(PRUNE, [new Date()]);
      await this.tokenRevocation.ofInactive();
    });
  }
}

function describe([id, name, created, used, expires]: Row): TokenRow {
  return {
    id: String(id),
    name: String(name),
    created_at: readInstant(created)!.toISOString(),
    last_used_at: readInstant(used)?.toISOString() ?? null,
    expires_at: readInstant(expires)!.toISOString(),
  };
}
