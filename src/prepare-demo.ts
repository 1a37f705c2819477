import type { Database } from './execution/database/database.js';
import { openAsItIs } from './execution/database/open-as-it-is.js';
import { isDatabaseUrl } from './options/checks.js';
import type { Environment, Variables } from './options/environment.js';
import { defaultLimits } from './options/limits.js';
import { checkEnvironment, EnvironmentError } from './options/read-environment.js';
import { hasDemoAccounts } from './resources/seed/demo-accounts.js';
import { seedWhenEmpty } from './resources/seed/seed-when-empty.js';

/**
 * The settings of a start. Where they are wrong and the service is one in production, its database is asked as well, so
 * that one report tells everything; where it does not answer, the report says that a second may follow.
 *
 * @throws EnvironmentError
 */
export async function readStartEnvironment(variables: Variables): Promise<Environment> {
  const { environment, faults } = checkEnvironment(variables);
  if (faults.length === 0) return environment;
  const { NODE_ENV, DATABASE_URL } = environment;
  if (NODE_ENV !== 'production' || !isDatabaseUrl(DATABASE_URL)) throw new EnvironmentError(faults);
  const found = await findDemoAccounts(DATABASE_URL);
  throw new EnvironmentError(
    [...faults, ...(found === true ? [demoAccounts] : [])],
    found === null ? later : undefined,
  );
}

/**
 * Seeds the demo where it is wanted and nobody has. Was it seeded now?
 *
 * @throws EnvironmentError where a service in production would let everybody in who has read about the demo
 */
export async function prepareDemo(environment: Environment, database: Database): Promise<boolean> {
  if (environment.NODE_ENV === 'production' && (await hasDemoAccounts(database)))
    throw new EnvironmentError([demoAccounts]);
  return environment.SEED_DEMO && (await seedWhenEmpty(database));
}

const demoAccounts =
  'DATABASE_URL: a database with accounts of the demo, whose password everybody knows, is not allowed where NODE_ENV is production; choose another, or give each of them a password of its own.';

const later =
  'The database does not answer now: once it does, the start looks whether it holds accounts of the demo, which are not allowed either.';

/** `null`: nobody answers. */
async function findDemoAccounts(url: string): Promise<boolean | null> {
  const database = await openAsItIs({ url }, defaultLimits).catch(() => undefined);
  if (!database) return database === null ? false : null;
  try {
    return (await hasUsers(database)) && (await hasDemoAccounts(database));
  } finally {
    await database.close();
  }
}

/** Is it migrated? */
async function hasUsers({ dataSource }: Database): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    return await runner.hasTable('users');
  } finally {
    await runner.release();
  }
}
