import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import {
  issuesTokens,
  OPTIONS,
  type ResolvedOptions,
  type UserOptions,
} from '../../options/resource-api-options.js';
import { AccessTokens } from './access-tokens.js';
import { parseAccountValues, verifyRequiredValues } from './account-values.js';
import { Accounts, type Account } from './accounts.js';
import { normalizeIdentifier } from './credentials.js';
import { hashPassword } from './passwords.js';
import { isStorableString } from './storable-string.js';

/** An account to make. */
export interface NewAccount {
  readonly identifier: string;
  readonly password: string;
  /** Further columns -> their values as text. */
  readonly columns: Readonly<Record<string, string>>;
}

const MIN_PASSWORD_LENGTH = 8;

/**
 * Accounts from the command line: how a production deployment gets its first administrator.
 *
 * @contract C2.7
 */
@Injectable()
export class AccountCommands {
  private readonly user: UserOptions;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly accounts: Accounts,
    private readonly tokens: AccessTokens,
  ) {
    this.user = options.authentication.user;
  }

  /**
   * Makes an account and gives its key.
   *
   * @throws TypeError when the identifier is taken, or a value is missing, unknown or of another
   * type
   */
  async create({ identifier, password, columns }: NewAccount): Promise<string> {
    const name = normalizeIdentifier(identifier);
    if (name === '' || !isStorableString(name))
      throw new TypeError('The account needs an identifier.');
    if (await this.accounts.find(name)) throw new TypeError(`The account ${name} exists already.`);
    const metadata = this.database.dataSource.getMetadata(this.user.entity);
    const values = parseAccountValues(metadata, columns);
    Object.assign(values, {
      [this.user.identifier]: name,
      [this.user.password]: await this.hash(password),
    });
    verifyRequiredValues(metadata, values);
    await this.database.transaction(({ manager }) => manager.insert(this.user.entity, values));
    return (await this.get(name)).key;
  }

  /**
   * A new token of the account, told this once.
   *
   * @throws TypeError when there is no such account, it is suspended, or the service does not issue
   * tokens
   */
  async issueToken(identifier: string, name = 'command'): Promise<string> {
    if (!issuesTokens(this.options)) throw new TypeError('This service does not issue tokens.');
    const account = await this.get(identifier);
    if (account.isSuspended) throw new TypeError(`The account ${identifier} is suspended.`);
    return this.tokens.issue(account, name);
  }

  /**
   * Changes the account's password, which ends its tokens.
   *
   * @throws TypeError when there is no such account, or the password is too short
   */
  async changePassword(identifier: string, password: string): Promise<void> {
    const { key } = await this.get(identifier);
    const values = { [this.user.password]: await this.hash(password) };
    await this.database.transaction(({ manager }) => manager.update(this.user.entity, key, values));
  }

  private async get(identifier: string): Promise<Account> {
    const account = await this.accounts.find(normalizeIdentifier(identifier));
    if (!account) throw new TypeError(`There is no account ${identifier}.`);
    return account;
  }

  private hash(password: string): Promise<string> {
    if (password.length >= MIN_PASSWORD_LENGTH && isStorableString(password))
      return hashPassword(password);
    throw new TypeError(`A password has at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
}
