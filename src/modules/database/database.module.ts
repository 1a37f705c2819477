import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { createDatabase } from '../../execution/database/create-database.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import type { FailureReport } from '../../execution/database/transaction-callbacks.js';
import { findUserProblems } from '../../options/find-user-problems.js';
import { OptionsError } from '../../options/options-error.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { collectSchema } from './collect-schema.js';

/** Opens the database at boot, with what every module brings, and closes it when the service stops. */
@Global()
@Module({
  providers: [{ provide: DATABASE, inject: [OPTIONS, ModulesContainer], useFactory: openDatabase }],
  exports: [DATABASE],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/** @throws OptionsError when modules do not bring the users that authentication names */
async function openDatabase(options: ResolvedOptions, modules: ModulesContainer): Promise<Database> {
  const logger = new Logger('Database');
  const { entities, migrations } = collectSchema([...modules.values()].map(({ metatype }) => metatype));
  const report: FailureReport = (text, error) => logger.warn(error === undefined ? text : { text, error });
  const database = await createDatabase(options.database, options.limits, entities, migrations, report);
  const problems = findUserProblems(database.dataSource, options.authentication.user);
  if (problems.length === 0) return database;
  await database.close();
  throw new OptionsError(problems);
}
