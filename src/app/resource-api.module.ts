import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { Logger } from 'pino';
import {
  ErrorFilter,
  everyRoute,
  HostedModule,
  markedRoutes,
  OWN_ROUTES,
  UnmatchedController,
  type OwnRoutes,
} from '../http/index.js';
import { HostApplication } from '../http/host-application.js';
import { createLogger, LOGGER } from '../base/logging/index.js';
import { AuthModule, BearerGuard } from '../modules/auth/index.js';
import { ActionsModule } from '../modules/actions/actions.module.js';
import { ActionLogModule } from '../modules/action-log/action-log.module.js';
import { HealthModule } from '../modules/health/health.module.js';
import { addons } from '../addons/index.js';
import { DatabaseModule } from './database/database.module.js';
import { ProfileModule } from '../modules/profile/profile.module.js';
import { RecordsModule } from '../modules/records/records.module.js';
import { RegistryModule } from './registry/registry.module.js';
import { RelationsModule } from '../modules/relations/relations.module.js';
import { StorageModule } from '../modules/storage/storage.module.js';
import { resolveOptions } from '../options/resolve-options.js';
import {
  OPTIONS,
  type ResolvedOptions,
  type ResourceApiOptions,
} from '../options/resource-api-options.js';
import type { Storage } from '../storage/storage.js';

/** Provides the options, the logger and the application to all feature modules. */
@Global()
@Module({})
class SettingsModule {
  static for(options: ResolvedOptions, logger: Logger, own: OwnRoutes): DynamicModule {
    const settings: Provider[] = [
      { provide: OPTIONS, useValue: options },
      { provide: LOGGER, useValue: logger },
      { provide: OWN_ROUTES, useValue: own },
      HostApplication,
    ];
    return {
      module: SettingsModule,
      providers: settings,
      exports: [OPTIONS, LOGGER, OWN_ROUTES, HostApplication],
    };
  }
}

/** The features of the core whose routes begin with the prefix. */
const features: readonly Type[] = [
  ...[AuthModule, ProfileModule, RecordsModule, RelationsModule, ActionsModule],
];

/** The parts that a deployment can replace. */
export interface OwnParts {
  /** Defaults to a logger that writes to standard output. */
  readonly logger?: Logger;
  /** Stores uploaded files. Defaults to a storage in the folder `storage.path` of the options. */
  readonly storage?: Storage;
}

/** The API as a module of an existing Nest application. */
@Module({})
export class ResourceApiModule {
  /**
   * Adds the API to an ordinary Nest application on Fastify, next to its resource modules:
   * `NestFactory.create(AppModule, new FastifyAdapter())`. The API serves the prefix, `/mcp`,
   * `/docs`, `/health/*`, `/metrics` and `/storage/*`. Its guards, parsers, hooks and errors apply
   * there and nowhere else. Boot fails with a `HostError` if the application cannot host the API.
   *
   * @throws OptionsError with all faults of the options
   */
  static forRoot<User extends object>(
    options: ResourceApiOptions<User>,
    logger?: Logger,
    storage?: Storage,
  ): DynamicModule {
    const resolved = resolveOptions({ middleware: [BearerGuard], ...options });
    return {
      module: ResourceApiModule,
      imports: [
        ...assemble(resolved, markedRoutes, { logger, storage }),
        HostedModule,
        RouterModule.register([{ path: resolved.prefix, module: HostedModule }]),
      ],
    };
  }
}

/** The API as a standalone application, which handles every request. */
@Module({})
export class ApplicationModule {
  /** @throws OptionsError with all faults of the options */
  static forRoot<User extends object>(
    options: ResourceApiOptions<User>,
    parts: OwnParts,
  ): DynamicModule {
    const resolved = resolveOptions({ middleware: [BearerGuard], ...options });
    return {
      module: ApplicationModule,
      imports: [...assemble(resolved, everyRoute, parts)],
      controllers: [UnmatchedController],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}

/** Returns the modules, in the order in which their guards run. */
function assemble(
  options: ResolvedOptions,
  own: OwnRoutes,
  { logger, storage }: OwnParts,
): NonNullable<DynamicModule['imports']> {
  const added = (modules: 'first' | 'modules' | 'prefixed') =>
    addons.flatMap((addon) => addon[modules]?.(options) ?? []);
  const prefixed = [...features, ...added('prefixed')];
  return [
    SettingsModule.for(options, logger ?? createLogger(options.logLevel), own),
    EventEmitterModule.forRoot({ wildcard: true }),
    ...added('first'),
    ...[DatabaseModule, RegistryModule, StorageModule.for(storage), ActionLogModule, HealthModule],
    ...prefixed,
    ...added('modules'),
    RouterModule.register(prefixed.map((module) => ({ path: options.prefix, module }))),
  ];
}
