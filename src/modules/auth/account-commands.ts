import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
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

/** An account to create. */
export interface NewAccount {
  readonly identifier: string;
  readonly password: string;
  /** The values of further columns, as strings. */
  readonly columns: Readonly<Record<string, string>>;
}

const MIN_PASSWORD_LENGTH = 8;

/**
 * Manages accounts from the command line, such as the first administrator of a deployment.
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
   * Creates an account and returns its key.
   *
   * @throws TypeError if the identifier is in use, or a value is missing, unknown or of the wrong
   * type
   */
  async create({ identifier, password, columns }: NewAccount): Promise<string> {
    const name = normalizeIdentifier(identifier);
    if (name === '' || !isStorableString(name))
      throw new TypeError('The account must have an identifier.');
    if (await this.accounts.find(name)) throw new TypeError(`The account ${name} already exists.`);
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
   * Returns a new token of the account; it cannot be shown again.
   *
   * @throws TypeError if there is no such account, it is suspended, or the service does not issue
   * tokens
   */
  async issueToken(identifier: string, name = 'command'): Promise<string> {
    if (!issuesTokens(this.options)) throw new TypeError('This service does not issue tokens.');
    const account = await this.get(identifier);
    if (account.isSuspended) throw new TypeError(`The account ${identifier} is suspended.`);
    return this.tokens.issue(account, name);
  }

  /**
   * Changes the account's password, which revokes its tokens.
   *
   * @throws TypeError if there is no such account, or the password is too short
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
    throw new TypeError(`The password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
}
