import type { DataSource } from 'typeorm';
import type { Deployment } from './create-application.js';
import { connectionOptions } from './execution/database/connection-options.js';
import { MigratingDataSource } from './migrations/migrating-data-source.js';
import { collectSchema } from './modules/database/collect-schema.js';
import { resolveOptions } from './options/resolve-options.js';

/**
 * The data source of a deployment for migrations and TypeORM's command line: the default export of
 * a team's `ormconfig.ts`. It is not initialized.
 *
 * @throws OptionsError with everything that is wrong
 */
export async function migrationDataSource<User extends object>(
  deployment: Deployment<User>,
): Promise<DataSource> {
  const { database, limits } = resolveOptions(deployment.options);
  const { entities, migrations } = collectSchema(deployment.modules, [
    deployment.options.authentication.user.entity,
  ]);
  return new MigratingDataSource({
    // Making tables takes what it takes; one connection holds the lock, one works.
    ...(await connectionOptions({ ...database, poolSize: 2 }, { ...limits, statementTimeout: 0 })),
    entities: [...entities],
    migrations: [...migrations],
  });
}
