import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { PasswordCheck } from '../../rules/password-check.js';
import { verifyPassword } from './passwords.js';
import { UserTable } from './user-table.js';

/** Holds a text against the stored password of a user. The hash is read for this alone: no user carries it. */
@Injectable()
export class CurrentPassword extends PasswordCheck {
  private readonly text: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly users: UserTable,
  ) {
    super();
    this.text = `select ${users.password} from ${users.source} where ${users.key} = ${users.asKey('?')}`;
  }

  async isCurrent(user: unknown, text: string): Promise<boolean> {
    const [row] = await this.database.query(this.text, [this.users.keyOf(user as object)]);
    return verifyPassword(text, row?.[0] as string | null | undefined);
  }
}
