import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ownTable } from '../../base/own-tables.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../database/connection/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { Account } from './accounts.js';
import { BackgroundWrites } from './background-writes.js';
import { createToken, digestToken } from './bearer-token.js';
import { fingerprintOf } from './passwords.js';
import { readInstant } from '../../database/values/read-instant.js';
import { TokenRevocation } from './token-revocation.js';
import { UserTable } from './user-table.js';

/** A token as its owner sees it, without the secret. @contract C2.2 */
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

/** How many tokens a list contains at most. The newest come first. */
const MAX_LIST_LENGTH = 1_000;
/** How many expired tokens one pruning deletes at most. */
const PRUNED_AT_ONCE = 500;

const statementsOn = (tokens: string) => ({
  insert: `insert into ${tokens} (user_id, name, hash, fingerprint, created_at, expires_at) values (?, ?, ?, ?, ?, ?)`,
  find: `select 1 from ${tokens} where id = ? and user_id = ? and expires_at > ?`,
  upgrade: `update ${tokens} set fingerprint = ? where user_id = ? and fingerprint = ?`,
  revoke: `delete from ${tokens} where hash = ?`,
  revokeById: `delete from ${tokens} where id = ? and user_id = ?`,
  // MariaDB and MySQL do not support LIMIT in a subquery of IN. A derived table avoids that limit.
  prune:
    `delete from ${tokens} where id in (select id from` +
    ` (select id from ${tokens} where expires_at <= ? order by expires_at limit ${PRUNED_AT_ONCE}) expired)`,
});

/** Issues, lists and revokes access tokens. @contract C2.3 */
@Injectable()
export class AccessTokens implements OnApplicationBootstrap {
  private readonly sql: ReturnType<typeof statementsOn>;
  private readonly listSql: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly background: BackgroundWrites,
    private readonly users: UserTable,
    private readonly tokenRevocation: TokenRevocation,
  ) {
    const tokens = ownTable(database.dataSource, 'tokens');
    this.sql = statementsOn(tokens);
    const columns = `t.id, t.name, t.created_at, t.last_used_at, t.expires_at, t.fingerprint, ${users.password}`;
    this.listSql =
      `select ${columns} from ${tokens} t join ${users.source} on ${users.key} = ${users.asKey('t.user_id')}` +
      ` where t.user_id = ? and t.expires_at > ? order by t.id desc limit ${MAX_LIST_LENGTH}`;
  }

  /** The lifetime of a new token, in seconds. */
  get lifetime(): number {
    return this.options.authentication.tokenLifetime;
  }

  onApplicationBootstrap(): void {
    this.prune();
  }

  /**
   * Stores the hash of a new token and returns the token. The transaction locks the account's row,
   * so a concurrent suspension or password change either prevents the token or revokes it.
   *
   * @returns `undefined` if the account was deleted or suspended, or its password hash has changed
   */
  async tryIssue(account: VerifiedAccount, name: string): Promise<string | undefined> {
    const token = createToken();
    const isIssued = await this.database.transaction(async (transaction) => {
      const [row] = await transaction.query(this.users.lockSql, [account.key]);
      if (row?.[0] !== account.password || row?.[1] !== null) return false;
      const hash = await this.upgrade(transaction, account);
      const now = Date.now();
      const [created, expires] = [new Date(now), new Date(now + this.lifetime * 1000)];
      await transaction.query(this.sql.insert, [
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
   * Returns the user's valid tokens, the newest first. Tokens from before a password change are not
   * valid.
   */
  async list(user: string): Promise<TokenRow[]> {
    const rows = await this.database.query(this.listSql, [user, new Date()]);
    return rows
      .filter(([, , , , , fingerprint, password]) => fingerprint === fingerprintOf(password))
      .map(tokenRow);
  }

  /** Revokes this token. */
  async revoke(token: string): Promise<void> {
    await this.database.write(this.sql.revoke, [digestToken(token)]);
  }

  /** Revokes a token of the user. Returns `false` if the user has no valid token with this id. */
  async revokeById(id: number, user: string): Promise<boolean> {
    const values = [id, user, new Date()];
    const found = await this.database.query(this.sql.find, values);
    if (found.length === 0) return false;
    await this.database.write(this.sql.revokeById, [id, user]);
    return true;
  }

  /**
   * Like {@link tryIssue}, but throws if the account has changed.
   *
   * @throws TypeError if the account was deleted or suspended, or its password hash has changed
   */
  async issue(account: VerifiedAccount, name: string): Promise<string> {
    const token = await this.tryIssue(account, name);
    if (token !== undefined) return token;
    throw new TypeError(
      `The account ${account.key} was deleted or suspended, or its password was changed.`,
    );
  }

  /**
   * Stores the upgraded hash, if there is one. The password is the same, so the account's tokens
   * stay valid.
   */
  private async upgrade(
    transaction: Transaction,
    account: VerifiedAccount,
  ): Promise<string | null> {
    const { key, password, upgraded = null } = account;
    if (upgraded === null) return password;
    await transaction.query(this.users.passwordUpdate, [upgraded, key]);
    const values = [fingerprintOf(upgraded), key, fingerprintOf(password)];
    await transaction.query(this.sql.upgrade, values);
    return upgraded;
  }

  private prune(): void {
    void this.background.start('Pruning expired tokens', async () => {
      await this.database.write(this.sql.prune, [new Date()]);
      await this.tokenRevocation.ofInactive();
    });
  }
}

function tokenRow([id, name, created, used, expires]: Row): TokenRow {
  return {
    id: String(id),
    name: String(name),
    created_at: readInstant(created)!.toISOString(),
    last_used_at: readInstant(used)?.toISOString() ?? null,
    expires_at: readInstant(expires)!.toISOString(),
  };
}
