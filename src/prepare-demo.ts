import type { Database } from './execution/database/database.js';
import type { Environment } from './options/environment.js';
import { EnvironmentError } from './options/read-environment.js';
import { hasDemoAccounts } from './resources/seed/demo-accounts.js';
import { seedWhenEmpty } from './resources/seed/seed-when-empty.js';

/**
 * Seeds the demo where it is wanted and nobody has. Was it seeded now?
 *
 * @throws EnvironmentError where a service in production would let everybody in who has read about the demo
 */
export async function prepareDemo(environment: Environment, database: Database): Promise<boolean> {
  if (environment.NODE_ENV === 'production') await refuseDemoAccounts(database);
  return environment.SEED_DEMO && (await seedWhenEmpty(database));
}

async function refuseDemoAccounts(database: Database): Promise<void> {
  if (!(await hasDemoAccounts(database))) return;
  throw new EnvironmentError([
    'DATABASE_URL: a database with accounts of the demo, whose password everybody knows, is not allowed where NODE_ENV is production; choose another, or give each of them a password of its own.',
  ]);
}
