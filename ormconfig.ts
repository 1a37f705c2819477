import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { deployment } from './src/deployment.js';
import { connectionOptions } from './src/execution/database/connection-options.js';
import { collectSchema } from './src/modules/database/collect-schema.js';
import { readEnvironment } from './src/options/read-environment.js';
import { resolveOptions } from './src/options/resolve-options.js';

const { options, modules } = deployment(readEnvironment(process.env));
const { database, limits } = resolveOptions(options);

/** What TypeORM's own command line works on: the database of `DATABASE_URL`, with every entity and migration. */
export default new DataSource({
  ...connectionOptions(database, limits),
  entities: [...collectSchema(modules).entities],
  migrations: [...collectSchema(modules).migrations],
});
