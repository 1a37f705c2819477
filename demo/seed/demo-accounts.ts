import { LessThanOrEqual, type DataSource } from 'typeorm';
import { User } from '../resources/users/user.entity.js';
import { USERS } from './counts.js';
import { hashDemoPassword } from './demo-password.js';

/**
 * Returns whether an account of the demo still has the demo's password, whose hash has a fixed
 * salt.
 */
export async function hasDemoAccounts(dataSource: DataSource): Promise<boolean> {
  const password = await hashDemoPassword();
  return dataSource.getRepository(User).existsBy({ id: LessThanOrEqual(USERS), password });
}
