import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import type { AppUser, Key } from '../../base/types/register.js';
import { normalizeIdentifier } from './credentials.js';
import { isStorableString } from './storable-string.js';
import type { UserSelection } from './user-selection.js';
import { UserTable } from './user-table.js';

/**
 * Loads the user for an authentication provider in one statement: an instance of the user entity
 * with its facts, without the password hash. Inject it as `UserAccounts<User>`.
 */
@Injectable()
export class UserAccounts<User = AppUser> implements OnApplicationBootstrap {
  private selection!: UserSelection;
  private byKey!: string;
  private byIdentifier!: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly users: UserTable,
  ) {}

  onApplicationBootstrap(): void {
    const { source, key, identifier, isActive } = this.users;
    this.selection = this.users.compileSelection();
    const select = `select ${this.selection.columns} from ${source} where ${isActive} and`;
    this.byKey = `${select} ${key} = ${this.users.asKey('?')}`;
    this.byIdentifier = `${select} ${identifier} = ?`;
  }

  /**
   * Returns the user with this primary key; `null` if there is no such user, or the account is
   * suspended or deleted.
   *
   * @param key a value of the key's type
   * @throws RequestError `unavailable` if the database cannot be reached
   */
  findByKey(key: Key): Promise<User | null> {
    return this.find(this.byKey, key);
  }

  /**
   * Returns the user with this identifier, such as an e-mail address; `null` if there is no such
   * user, or the account is suspended or deleted.
   *
   * @param identifier compared after trimming, in lower case
   * @throws RequestError `unavailable` if the database cannot be reached
   */
  async findByIdentifier(identifier: string): Promise<User | null> {
    const normalized = normalizeIdentifier(identifier);
    return isStorableString(normalized) ? this.find(this.byIdentifier, normalized) : null;
  }

  private async find(sql: string, value: Key): Promise<User | null> {
    const [row] = await this.database.query(sql, [...this.selection.values, value]);
    return row ? (this.selection.read(row, 0) as User) : null;
  }
}
