import type { Database } from '../../index.js';
import { USERS } from './counts.js';
import { hashDemoPassword } from './demo-password.js';

/** Has an account that came with the demo still the demo's password? Its hash, with its fixed salt, is the mark. */
export async function hasDemoAccounts(database: Database): Promise<boolean> {
  const found = await database.query('select 1 from users where id <= ? and password = ? limit 1', [
    USERS,
    await hashDemoPassword(),
  ]);
  return found.length > 0;
}
