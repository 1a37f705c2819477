import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createAdapter } from '../http/adapter/create-adapter.js';
import { everyRoute } from '../http/requests/own-routes.js';
import { Shutdown } from '../base/schedule/shutdown.js';
import { createLogger, NestLogger } from '../base/logging/index.js';
import { closeDatabaseOf } from './database/database.module.js';
import { createOrExplain } from './registry/injection-faults.js';
import { HostApplication } from '../http/host-application.js';
import type { ResourceApiOptions } from '../options/resource-api-options.js';
import { apiModule, withBearerTokens } from './resource-api.module.js';
import { shutdownOnSignals } from './shutdown-on-signals.js';
import type { Storage } from '../storage/storage.js';

/** A deployment: its options, and the modules that register its resources. */
export interface Deployment<User extends object = object> {
  readonly options: ResourceApiOptions<User>;
  readonly modules: readonly Type[];
  /** The logger. Default: standard output. */
  readonly logger?: Logger;
  /** The storage of uploaded files. Default: the folder of the option `storage.path`. */
  readonly storage?: Storage;
}

/**
 * Creates the application, ready to listen: `await (await
 * createApplication(deployment)).listen(3000, '127.0.0.1')`.
 *
 * Its `init` and `listen` throw a StorageError if files cannot be stored.
 *
 * @throws OptionsError, DefinitionError with all faults
 */
export async function createApplication<User extends object>(
  deployment: Deployment<User>,
): Promise<NestFastifyApplication> {
  const { options, modules, storage } = deployment;
  const resolved = withBearerTokens(options);
  const logger = deployment.logger ?? createLogger(resolved.logLevel);
  const shutdown = new Shutdown();
  class Application {}
  const api = apiModule(resolved, everyRoute, { logger, storage, shutdown });
  const app = await createOrExplain((further) =>
    NestFactory.create<NestFastifyApplication>(
      { module: Application, imports: [api, ...modules, ...further] },
      createAdapter(resolved, logger, shutdown),
      { bodyParser: false, logger: new NestLogger(logger), abortOnError: false },
    ).catch(async (error: unknown) => {
      await closeDatabaseOf(resolved);
      throw error;
    }),
  );
  app.get(HostApplication).application = app;
  shutdownOnSignals(app, resolved.limits, logger);
  return app;
}
