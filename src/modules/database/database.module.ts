import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { createDatabase } from '../../execution/database/create-database.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
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

function openDatabase({ database, limits }: ResolvedOptions, modules: ModulesContainer): Promise<Database> {
  const logger = new Logger('Database');
  const { entities, migrations } = collectSchema([...modules.values()].map(({ metatype }) => metatype));
  return createDatabase(database, limits, entities, migrations, (text, error) =>
    logger.warn(error === undefined ? text : { text, error }),
  );
}
