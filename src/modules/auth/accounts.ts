import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { UserTable } from './user-table.js';

/** The properties of a user that login needs. */
export interface Account {
  /** The user's key as a string. */
  readonly key: string;
  /** The stored hash; `null` for an account without a password. */
  readonly password: string | null;
  readonly isSuspended: boolean;
}

/** Finds accounts by their identifier. */
@Injectable()
export class Accounts {
  private readonly findSql: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    users: UserTable,
  ) {
    const { key, password, suspendedAt, source, identifier, exists } = users;
    this.findSql = `select ${key}, ${password}, ${suspendedAt} from ${source} where ${identifier} = ? and ${exists}`;
  }

  /** Returns the account with the normalized identifier, suspended or not. */
  async find(identifier: string): Promise<Account | undefined> {
    const [row] = await this.database.query(this.findSql, [identifier]);
    if (!row) return undefined;
    const [key, password, suspendedAt] = row;
    return {
      key: String(key),
      password: password as string | null,
      isSuspended: suspendedAt !== null,
    };
  }
}
