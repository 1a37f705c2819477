import { Inject, Injectable, Optional, type OnApplicationBootstrap } from '@nestjs/common';
import { DATABASE, type Database, type Row } from '../../execution/database/database.js';
import { RecordDeletion } from '../../execution/writes/record-deletion.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { Account } from './accounts.js';
import { BackgroundWrites } from './background-writes.js';
import { createToken, digestToken } from './bearer-token.js';
import { fingerprintOf } from './passwords.js';
import { readInstant } from './read-instant.js';
import { UserTable } from './user-table.js';

/** A token as its owner sees it: never its text. @contract C2.2 */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string;
}

/** Tokens that a list holds at most, the newest first. */
const LONGEST_LIST = 1_000;
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
  private readonly listText: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly background: BackgroundWrites,
    private readonly users: UserTable,
    @Optional() private readonly deletion?: RecordDeletion,
  ) {
    const columns = `t.id, t.name, t.created_at, t.last_used_at, t.expires_at, t.fingerprint, ${users.password}`;
    this.listText =
      `select ${columns} from tokens t join ${users.source} on ${users.key} = ${users.asKey('t.user_id')}` +
      ` where t.user_id = ? and t.expires_at > ? order by t.id desc limit ${LONGEST_LIST}`;
  }

  /** Seconds that a new token lives. */
  get lifetime(): number {
    return this.options.authentication.tokenLifetime;
  }

  /** A deleted user takes their tokens along. */
  onApplicationBootstrap(): void {
    this.deletion?.alsoFor(this.options.authentication.user.entity, async (transaction, users) => {
      for (const user of users)
        await transaction.query('delete from tokens where user_id = ?', [this.users.keyOf(user)]);
    });
    this.prune();
  }

  /** A new token's text, which exists nowhere else. Expired tokens go by the way. */
  async issue({ key, password }: Pick<Account, 'key' | 'password'>, name: string): Promise<string> {
    const token = createToken();
    const now = Date.now();
    const [created, expires] = [new Date(now), new Date(now + this.lifetime * 1000)];
    await this.database.write(INSERT, [key, name, digestToken(token), fingerprintOf(password), created, expires]);
    this.prune();
    return token;
  }

  /** The user's living tokens, the newest first; those that a changed password ended are not among them. */
  async list(user: string): Promise<TokenRow[]> {
    const rows = await this.database.query(this.listText, [user, new Date()]);
    return rows.filter(([, , , , , fingerprint, password]) => fingerprint === fingerprintOf(password)).map(describe);
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

  private prune(): void {
    this.background.start('Pruning expired tokens', () => this.database.write(PRUNE, [new Date()]));
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
