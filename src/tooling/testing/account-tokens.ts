import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { DATABASE, type Database } from '../../database/connection/database.js';
import {
  AccessTokens,
  AccountCommands,
  BackgroundWrites,
  UserAccounts,
} from '../../modules/auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';

/** Signs users in for tests: one token per account, issued when it is first needed. */
export class AccountTokens<User extends object> {
  private readonly options: ResolvedOptions;
  /** By identifier, or by the key of a record. */
  private readonly tokens = new Map<string, Promise<string>>();

  constructor(private readonly app: NestFastifyApplication) {
    this.options = app.get<ResolvedOptions>(OPTIONS, { strict: false });
  }

  /**
   * Returns the headers that sign the user in.
   *
   * @param user a record, which needs only its key, or an identifier
   * @throws TypeError if there is no active account, or the service does not issue tokens
   */
  async headersOf(user: User | string): Promise<Readonly<Record<string, string>>> {
    const account = typeof user === 'string' ? user : `key ${this.userKey(user)}`;
    const known = this.tokens.get(account) ?? this.issue(user);
    this.tokens.set(account, known);
    try {
      return { authorization: `Bearer ${await known}` };
    } catch (error) {
      this.tokens.delete(account);
      throw error;
    }
  }

  /** Returns the account as the policies receive it, or `null` if it is missing or suspended. */
  find(user: User | string): Promise<User | null> {
    const accounts = this.app.get<UserAccounts<User>>(UserAccounts, { strict: false });
    return typeof user === 'string'
      ? accounts.findByIdentifier(user)
      : accounts.findByKey(this.userKey(user));
  }

  /** Returns the user's identifier, such as an e-mail address. */
  identifierOf(user: User | string): string {
    if (typeof user === 'string') return user;
    return String(user[this.options.authentication.user.identifier as keyof User]);
  }

  forget(): void {
    this.tokens.clear();
  }

  /** Uses the token once: the note of its first use is not part of the request under test. */
  private async issue(user: User | string): Promise<string> {
    const token = await (typeof user === 'string'
      ? this.app.get(AccountCommands, { strict: false }).issueToken(user, 'test')
      : this.issueByKey(user));
    await this.app.inject({
      method: 'GET',
      url: `${this.options.prefix}/tokens`,
      headers: { authorization: `Bearer ${token}` },
    });
    await this.app.get(BackgroundWrites, { strict: false }).settle();
    return token;
  }

  /** Finds the account by its key, since a stored identifier may contain capital letters. */
  private async issueByKey(user: User): Promise<string> {
    const { entity, password } = this.options.authentication.user;
    const [primary] = this.metadata.primaryColumns;
    const key = this.userKey(user);
    const stored = await this.database.dataSource.getRepository<ObjectLiteral>(entity).findOne({
      where: { [primary!.propertyName]: key },
      select: { [primary!.propertyName]: true, [password]: true },
    });
    if (stored === null) throw new TypeError(`There is no account ${this.identifierOf(user)}.`);
    const account = { key: String(key), password: stored[password] as string | null };
    return this.app.get(AccessTokens, { strict: false }).issue(account, 'test');
  }

  private userKey(user: User): string | number {
    return this.metadata.primaryColumns[0]!.getEntityValue(user) as string | number;
  }

  private get metadata(): EntityMetadata {
    return this.database.dataSource.getMetadata(this.options.authentication.user.entity);
  }

  private get database(): Database {
    return this.app.get<Database>(DATABASE, { strict: false });
  }
}
