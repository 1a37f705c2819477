import { EnvironmentError, type Database } from 'resource-api';
import { hasDemoAccounts } from './seed/demo-accounts.js';
import { seedWhenEmpty } from './seed/seed-when-empty.js';
import { demoAccounts, isProduction, type DemoSettings } from './settings.js';

/**
 * Seeds the demo if the settings ask for it and the database has no users. Returns whether it
 * seeded now.
 *
 * @throws EnvironmentError if a service in production has accounts with the demo's public password
 */
export async function prepareDemo(
  { environment, seeds }: DemoSettings,
  database: Database,
): Promise<boolean> {
  if (isProduction(environment) && (await hasDemoAccounts(database.dataSource)))
    throw new EnvironmentError([demoAccounts]);
  return seeds && (await seedWhenEmpty(database));
}
