import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { PasswordCheck } from '../../rules/values/password-check.js';
import { CredentialThrottle } from './credential-throttle.js';
import { verifyCurrentPassword } from './passwords.js';
import { UserTable } from './user-table.js';

interface Guess {
  /** The key of the user. */
  readonly key: string;
  readonly password: string;
}

/**
 * Verifies the current password of a user, with the same limit on guesses as login: a stolen token
 * must not reveal the password. The hash is read only here; user instances never contain it.
 *
 * @contract C2.6
 */
@Injectable()
export class CurrentPassword extends PasswordCheck {
  private readonly selectSql: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly users: UserTable,
    private readonly throttle: CredentialThrottle,
  ) {
    super();
    this.selectSql = `select ${users.password} from ${users.source} where ${users.key} = ${users.asKey('?')}`;
  }

  /** A transaction would be open while the hash is computed, and its rollback would undo the count. */
  isCurrent(user: unknown, password: string, isInTransaction: boolean): Promise<boolean> {
    const guess = { key: this.users.userKey(user), password };
    return this.database.beforehand(this.check, guess, isInTransaction);
  }

  private readonly check = async ({ key, password }: Guess): Promise<boolean> => {
    // A request that has needed so many rounds of checks is guessing.
    if (this.database.isJoined) throw new RequestError('too_many_requests');
    const isRight = () => this.isPassword(key, password);
    return (await this.throttle.checkUser(key, isRight)) ?? false;
  };

  private async isPassword(key: string, password: string): Promise<true | undefined> {
    const [row] = await this.database.query(this.selectSql, [key]);
    const isRight = await verifyCurrentPassword(password, row?.[0] as string | null | undefined);
    return isRight || undefined;
  }
}
