import { setImmediate as nextEvent } from 'node:timers/promises';
import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { createDatabase } from '../../database/opening/create-database.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { DatabaseExtension } from '../../database/connection/database-extension.js';
import type { FailureReport } from '../../database/connection/transaction-callbacks.js';
import { OptionsError } from '../../options/options-error.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { collectSchema } from './collect-schema.js';

/**
 * Opens the database at boot, with the entities of every module, and closes it at shutdown.
 */
@Global()
@Module({
  providers: [
    {
      provide: DATABASE,
      inject: [OPTIONS, ModulesContainer, { token: DatabaseExtension, optional: true }],
      useFactory: openDatabase,
    },
  ],
  exports: [DATABASE],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/** Databases that are open or being opened, by the options of their application. */
const opened = new WeakMap<ResolvedOptions, Promise<Database>>();

/** Closes the database of an application that could not be created. */
export async function closeDatabaseOf(options: ResolvedOptions): Promise<void> {
  // Nest goes on creating other providers in this event.
  await nextEvent();
  const database = await opened.get(options)?.catch(() => undefined);
  await database?.close();
}

/** @throws OptionsError if the user class of authentication is not an entity */
async function openDatabase(
  options: ResolvedOptions,
  modules: ModulesContainer,
  extension?: DatabaseExtension,
): Promise<Database> {
  const logger = new Logger('Database');
  const { user } = options.authentication;
  const { entities, migrations } = collectSchema(
    [...modules.values()].map(({ metatype }) => metatype),
    [user.entity],
  );
  const report: FailureReport = (message, error) =>
    logger.warn(error === undefined ? message : { text: message, error });
  const opening = createDatabase(
    options.database,
    options.limits,
    entities,
    migrations,
    report,
    extension,
  );
  opened.set(options, opening);
  const database = await opening;
  if (database.dataSource.hasMetadata(user.entity)) return database;
  await database.close();
  throw new OptionsError([
    {
      option: 'authentication.user.entity',
      message: `authentication.user.entity must be an entity; ${user.entity.name} has no @Entity().`,
    },
  ]);
}
