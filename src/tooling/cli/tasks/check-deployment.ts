import { createApplication, type Deployment } from '../../../app/create-application.js';
import type { INestApplicationContext } from '@nestjs/common';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { openExisting } from '../../../database/opening/open-existing.js';
import { readSchema } from '../../../database/schema/read-schema.js';
import type { SchemaFacts } from '../../../registry/resources/schema-facts.js';
import { pendingMigrations } from '../../../database/opening/pending-migrations.js';
import { collectSchema } from '../../../app/database/collect-schema.js';
import { existingTablesModules } from '../../../app/database/existing-tables.js';
import { RegistryModule } from '../../../app/registry/registry.module.js';
import { maskCredentials } from '../../../options/checks.js';
import { resolveOptions } from '../../../options/resolve-options.js';
import {
  checkIndexes,
  checkResources,
  type CheckOutcome,
} from '../../../registry/check-resources.js';
import type { Compilation } from '../../../registry/compile-resources.js';
import { DefinitionError } from '../../../registry/draft/fault.js';
import { CommandError } from '../program/errors.js';
import { checkData, type CheckData } from './check-data.js';

const inMemory = 'sqlite::memory:';
const inItsPlace =
  'The entities are compared with a new SQLite database in memory, on which all migrations have run.';
const otherTables =
  'Entities of tables that another application owns are compared with the database itself.';
const noOtherTables =
  'Entities of tables that another application owns are not compared: set DATABASE_URL to their database.';

/** The database that the entities are compared with. */
interface ComparedDatabase {
  readonly url: string;
  /** Why it is this one, for people. */
  readonly reason: string;
  /** Why it is not the database of the deployment; `null` if it is. */
  readonly replaced: string | null;
}

/** The outcome for people, and as data for machines. */
export interface DeploymentCheck extends CheckOutcome {
  readonly data: CheckData & { readonly comparedWith: string };
}

/**
 * Checks the definitions of a deployment as a start would, and describes its resources. It changes
 * nothing in the deployment's database: where a start would run migrations first, they run on a
 * database that is thrown away.
 *
 * @param indexes whether to report missing indexes instead, which the database itself must show
 * @throws OptionsError, UnopenedDatabaseError, CommandError
 */
export async function checkDeployment<User extends object>(
  deployment: Deployment<User>,
  { indexes = false } = {},
): Promise<DeploymentCheck> {
  const { options } = deployment;
  const { url, reason, replaced } = await chooseDatabase(deployment);
  const isInMemory = url === inMemory;
  if (indexes && replaced !== null)
    throw new CommandError(`${replaced} Run the migrations first: resource-api migrate run`);
  const existing = isInMemory ? existingTablesModules(deployment.modules) : [];
  const database = { ...options.database, url, migrate: isInMemory, existing: false };
  const compiling = compileWith(
    {
      ...deployment,
      modules: [...deployment.modules, ...existing],
      options: { ...options, database },
    },
    isInMemory ? deployment : null,
  );
  const compilation = await compiling.catch(withoutResources);
  const { prefix, safeWrites } = resolveOptions(options);
  const { report, exitCode } = indexes
    ? checkIndexes(compilation)
    : checkResources(compilation, prefix, safeWrites.bulk);
  return {
    report: `${reason}\n\n${report}`,
    exitCode,
    data: { comparedWith: reason, ...checkData(compilation, prefix, safeWrites.bulk) },
  };
}

/** @param beside the deployment whose existing tables are compared, if migrations run in memory */
async function compileWith<User extends object>(
  deployment: Deployment<User>,
  beside: Deployment<User> | null,
): Promise<Compilation> {
  const application = await createApplication(deployment);
  try {
    const facts = beside ? await factsBesideExisting(application, beside) : undefined;
    return await application.get(RegistryModule).compile(facts);
  } finally {
    await application.close();
  }
}

/** What Nest cannot create is a fault as well. */
function withoutResources(error: unknown): Compilation {
  if (!(error instanceof DefinitionError)) throw error;
  return { resources: null, report: { faults: error.faults, warnings: [] }, missingIndexes: [] };
}

/** The tables of another application are read from its database, where it exists. */
async function factsBesideExisting<User extends object>(
  application: INestApplicationContext,
  { options, modules }: Deployment<User>,
): Promise<SchemaFacts> {
  const { existing } = collectSchema(modules);
  const memory = application.get<Database>(DATABASE);
  const facts = await readSchema(memory);
  if (existing.length === 0) return facts;
  const tables = existing.map((entity) => memory.dataSource.getMetadata(entity).tableName);
  const { database, limits } = resolveOptions(options);
  const opened = await openExisting({ ...database, poolSize: 1 }, limits);
  try {
    const other = opened && (await readSchema(opened));
    return withTablesOf(facts, other, new Set(tables.map((name) => name.toLowerCase())));
  } finally {
    await opened?.close();
  }
}

/**
 * Returns facts in which some tables are those of another database.
 *
 * @param other `null` if that database does not exist yet: then these tables have every index
 * @param tables their names in lower case
 */
const withTablesOf = (
  facts: SchemaFacts,
  other: SchemaFacts | null,
  tables: ReadonlySet<string>,
): SchemaFacts => ({
  ...facts,
  findTable(name) {
    const own = facts.findTable(name);
    if (!tables.has(name.toLowerCase())) return own;
    return other ? other.findTable(name) : own && { ...own, isIndexed: () => true };
  },
});

async function chooseDatabase<User extends object>({
  options,
  modules,
}: Deployment<User>): Promise<ComparedDatabase> {
  const { database, limits } = resolveOptions(options);
  const { migrations, existing } = collectSchema(modules);
  const pending = await pendingMigrations(database, limits, migrations);
  const name = `database ${maskCredentials(database.url)}`;
  const replacedBy = (replaced: string, others: string): ComparedDatabase => {
    const how = existing.length === 0 ? inItsPlace : `${inItsPlace} ${others}`;
    return { url: inMemory, reason: `${replaced} ${how}`, replaced };
  };
  if (pending === null) return replacedBy(`There is no ${name} yet.`, noOtherTables);
  if (pending.length > 0) {
    const names = pending.join(', ');
    return replacedBy(
      `The ${name} has pending migrations, which the next start runs: ${names}.`,
      otherTables,
    );
  }
  const reason = `The entities are compared with the ${name}.`;
  return { url: database.url, reason, replaced: null };
}
