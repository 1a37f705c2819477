import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { PasswordCheck, type OpenTransaction } from '../../rules/password-check.js';
import { CredentialThrottle, subjects } from './credential-throttle.js';
import { verifyPassword } from './passwords.js';
import { UserTable } from './user-table.js';

interface Attempt {
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

  async isCurrent(
    user: unknown,
    password: string,
    transaction: OpenTransaction | null,
  ): Promise<boolean> {
    const key = this.users.keyOf(user as object);
    if (transaction && !this.database.isJoined)
      return this.isCurrentInTransaction(transaction, key, password);
    // A joined transaction may be rolled back, and an attempt that it counted with it.
    const [isCurrent] = await this.database.beforehand(this.attempt, [{ key, password }]);
    return isCurrent!;
  }

  private readonly attempt = async ({ key, password }: Attempt): Promise<boolean> => {
    const subject = subjects.user(key);
    const check = async () => (await this.isPassword(this.database, key, password)) || undefined;
    return (await this.throttle.run([subject], subject, check)) ?? false;
  };

  /**
   * Counts a failure only after the transaction: a rollback would undo the count, and SQLite allows
   * no write next to it.
   */
  private async isCurrentInTransaction(
    transaction: OpenTransaction,
    key: string,
    password: string,
  ): Promise<boolean> {
    const subject = subjects.user(key);
    await this.throttle.verifyWithin(transaction, subject);
    if (await this.isPassword(transaction, key, password)) return true;
    transaction.afterCommit(() => this.throttle.blame(subject));
    transaction.afterRollback(() => this.throttle.blame(subject));
    return false;
  }

  private async isPassword(
    connection: Pick<OpenTransaction, 'query'>,
    key: string,
    password: string,
  ): Promise<boolean> {
    const [row] = await connection.query(this.selectSql, [key]);
    return verifyPassword(password, row?.[0] as string | null | undefined);
  }
}
