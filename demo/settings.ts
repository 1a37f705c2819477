import { existsSync } from 'node:fs';
import {
  checkEnvironment,
  EnvironmentError,
  migrationDataSource,
  readEnvironment,
  type Environment,
  type Variables,
} from 'resource-api';
import { deployment } from './deployment.js';
import { hasDemoAccounts } from './seed/demo-accounts.js';

/** The settings of the package, and the setting of the demo. */
export interface DemoSettings {
  readonly environment: Environment;
  /** `SEED_DEMO`: whether to seed a database without users; true by default. */
  readonly seeds: boolean;
}

/** The lines of `.env.example` for the setting of the demo. */
export const demoExample = `# The demo.

# Whether to seed a database without users with the demo.
# Allowed: true or false.
SEED_DEMO=true
`;

/**
 * Reads the settings of a start. If any are wrong and the service runs in production, its database
 * is checked as well, so that one report lists everything. If the database does not respond, the
 * report explains that more may follow.
 *
 * @throws EnvironmentError
 */
export async function readDemoSettings(variables: Variables): Promise<DemoSettings> {
  const { environment, faults: wrong } = checkEnvironment(variables);
  const { SEED_DEMO } = variables;
  const seeds = SEED_DEMO !== 'false';
  const faults = [...wrong, ...seedingFaults(SEED_DEMO, isProduction(environment))];
  if (faults.length === 0) return { environment, seeds };
  const hasDatabase = !faults.some((fault) => fault.startsWith('DATABASE_URL must be '));
  if (!isProduction(environment) || !hasDatabase) throw new EnvironmentError(faults);
  const found = await findDemoAccounts(environment.DATABASE_URL);
  throw new EnvironmentError(
    [...faults, ...(found === true ? [demoAccounts] : [])],
    found === null ? later : undefined,
  );
}

export const isProduction = ({ NODE_ENV }: Environment): boolean => NODE_ENV === 'production';

/** The password of these accounts is public. */
export const demoAccounts =
  'DATABASE_URL must not be a database with accounts of the demo if NODE_ENV is production, ' +
  'because their password is public; choose another database, or change the password of ' +
  'each account.';

const later =
  'The database does not respond. Once it does, the start also checks that it has no accounts of the demo.';

function seedingFaults(given = '', production: boolean): readonly string[] {
  if (!['', 'true', 'false'].includes(given))
    return [`SEED_DEMO must be true or false; "${given}" is not allowed.`];
  return production && given !== 'false'
    ? ['SEED_DEMO must be false if NODE_ENV is production.']
    : [];
}

/** Checks the database without creating or migrating it. Returns `null` if it does not respond. */
async function findDemoAccounts(url: string): Promise<boolean | null> {
  const [, file] = /^sqlite:(.+)$/.exec(url) ?? [];
  if (file !== undefined && !existsSync(file)) return false;
  const dataSource = await migrationDataSource(deployment(readEnvironment({ DATABASE_URL: url })));
  try {
    await dataSource.initialize();
  } catch {
    return null;
  }
  const runner = dataSource.createQueryRunner();
  try {
    return (await runner.hasTable('users')) && (await hasDemoAccounts(dataSource));
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
