import type { DataSource } from 'typeorm';
import type { Deployment } from './create-application.js';
import { connectionOptions } from '../database/opening/connection-options.js';
import { verifyExists } from '../database/opening/verify-exists.js';
import { MigratingDataSource } from '../database/migrations/migrating-data-source.js';
import { collectSchema } from './database/collect-schema.js';
import { resolveOptions } from '../options/resolve-options.js';

/**
 * Returns the data source of a deployment for migrations and TypeORM's command line: the default
 * export of an application's `ormconfig.ts`. It is not initialized.
 *
 * @throws OptionsError with all faults; UnopenedDatabaseError if the database must exist and does not
 */
export async function migrationDataSource<User extends object>(
  deployment: Deployment<User>,
): Promise<DataSource> {
  const { database, limits } = resolveOptions(deployment.options);
  const { entities, migrations } = collectSchema(deployment.modules, [
    deployment.options.authentication.user.entity,
  ]);
  // Migrations have no time limit. One connection holds the lock, the other one works.
  const settings = await connectionOptions(
    { ...database, poolSize: 2 },
    { ...limits, statementTimeout: 0 },
  );
  verifyExists(database, settings);
  return new MigratingDataSource({
    ...settings,
    entities: [...entities],
    migrations: [...migrations],
  });
}
