import { createApplication, type Deployment } from '../create-application.js';
import { DATABASE, type Database } from '../execution/database/database.js';
import { pendingMigrations } from '../execution/database/pending-migrations.js';
import { collectSchema } from '../modules/database/collect-schema.js';
import { existingTablesModules } from '../modules/database/existing-tables.js';
import { RegistryModule } from '../modules/registry/registry.module.js';
import { maskCredentials } from '../options/checks.js';
import { resolveOptions } from '../options/resolve-options.js';
import type { Compilation } from '../registry/compile-resources.js';

const inMemory = 'sqlite::memory:';
const inItsPlace =
  'The entities are compared with a new SQLite database in memory, on which all migrations have run.';
const otherTables =
  'Entities of tables that another application owns are not compared: run the migrations, and check again.';

/** The database that the entities are compared with. */
interface ComparedDatabase {
  readonly url: string;
  /** Why it is this one, for people. */
  readonly reason: string;
}

/** Definitions that were compared with a database. */
export interface Compared {
  readonly compilation: Compilation;
  readonly database: Database;
  /** Which database it is and why, for people. */
  readonly reason: string;
  /** Whether it is the database of the deployment. */
  readonly isDeployed: boolean;
}

/**
 * Compiles the definitions of a deployment as a start would, and runs work on the outcome. It
 * changes nothing in the deployment's database: where a start would run migrations first, they run
 * on a database that is thrown away.
 *
 * @throws OptionsError, UnopenedDatabaseError
 */
export async function withComparedDatabase<User extends object, Result>(
  deployment: Deployment<User>,
  work: (compared: Compared) => Promise<Result>,
): Promise<Result> {
  const { options } = deployment;
  const { url, reason } = await chooseDatabase(deployment);
  const isInMemory = url === inMemory;
  const existing = isInMemory ? existingTablesModules(deployment.modules) : [];
  const application = await createApplication({
    ...deployment,
    modules: [...deployment.modules, ...existing],
    options: { ...options, database: { ...options.database, url, migrate: isInMemory } },
  });
  try {
    const compilation = await application.get(RegistryModule).compile();
    const database = application.get<Database>(DATABASE);
    return await work({ compilation, database, reason, isDeployed: !isInMemory });
  } finally {
    await application.close();
  }
}

async function chooseDatabase<User extends object>({
  options,
  modules,
}: Deployment<User>): Promise<ComparedDatabase> {
  const { database, limits } = resolveOptions(options);
  const { migrations, existing } = collectSchema(modules);
  const pending = await pendingMigrations(database, limits, migrations);
  const name = `database ${maskCredentials(database.url)}`;
  const how = existing.length === 0 ? inItsPlace : `${inItsPlace} ${otherTables}`;
  if (pending === null) return { url: inMemory, reason: `There is no ${name} yet. ${how}` };
  if (pending.length === 0)
    return { url: database.url, reason: `The entities are compared with the ${name}.` };
  const names = `The ${name} has pending migrations, which the next start runs: ${pending.join(', ')}.`;
  return { url: inMemory, reason: `${names} ${how}` };
}
