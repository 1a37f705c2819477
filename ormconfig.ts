import 'reflect-metadata';
import { deployment } from './src/deployment.js';
import { connectionOptions } from './src/execution/database/connection-options.js';
import { MigratingDataSource } from './src/migrations/migrating-data-source.js';
import { collectSchema } from './src/modules/database/collect-schema.js';
import { readEnvironment } from './src/options/read-environment.js';
import { resolveOptions } from './src/options/resolve-options.js';

const { options, modules } = deployment(readEnvironment(process.env));
const { database, limits } = resolveOptions(options);
const { entities, migrations } = collectSchema(modules);

/** What `npm run migration:*` and TypeORM's own command line work on: the database of `DATABASE_URL`. */
export default new MigratingDataSource({
  // Making tables takes what it takes; one connection holds the lock, one works.
  ...(await connectionOptions({ ...database, poolSize: 2 }, { ...limits, statementTimeout: 0 })),
  entities: [...entities],
  migrations: [...migrations],
});
