import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { Logger } from 'pino';
import { errorFilter, HttpModule } from '../http/application/http.module.js';
import { HostError } from '../http/errors/host-error.js';
import { routesUnder, type OwnRoutes } from '../http/requests/own-routes.js';
import { Shutdown } from '../base/schedule/shutdown.js';
import { createLogger } from '../base/logging/index.js';
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
import type { ResolvedOptions, ResourceApiOptions } from '../options/resource-api-options.js';
import { SettingsModule } from './settings.module.js';
import type { Storage } from '../storage/storage.js';

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
  /** Set if the server is prepared before the module is created. */
  readonly shutdown?: Shutdown;
}

/** The API as a module of an existing Nest application. */
@Module({})
export class ResourceApiModule {
  /**
   * Adds the API to an ordinary Nest application on Fastify, next to its resource modules:
   * `NestFactory.create(AppModule, new FastifyAdapter())`. The API serves the prefix, `/mcp`,
   * `/docs`, `/explorer`, `/health/*`, `/metrics` and `/storage/*`. Its guards, parsers, hooks and errors apply
   * there and nowhere else. Boot fails with a `HostError` if the application cannot host the API.
   *
   * @throws OptionsError with all faults of the options
   * @throws HostError when an option belongs to the adapter of the application
   */
  static forRoot<User extends object>(
    options: ResourceApiOptions<User>,
    logger?: Logger,
    storage?: Storage,
  ): DynamicModule {
    const resolved = withBearerTokens(options);
    if (resolved.trustedProxies.length > 0) throw HostError.ofProxies(resolved.trustedProxies);
    return apiModule(resolved, routesUnder(resolved.prefix), { logger, storage });
  }
}

/**
 * Resolves the options. Callers authenticate with bearer tokens unless `middleware` lists other
 * guards.
 *
 * @throws OptionsError with all faults of the options
 */
export const withBearerTokens = <User extends object>(
  options: ResourceApiOptions<User>,
): ResolvedOptions =>
  resolveOptions({ ...options, middleware: options.middleware ?? [BearerGuard] });

/** Returns the API as a module of the application to which the given routes belong. */
export const apiModule = (
  options: ResolvedOptions,
  own: OwnRoutes,
  parts: OwnParts,
): DynamicModule => ({
  module: ResourceApiModule,
  imports: assemble(options, own, parts),
  providers: own.root === '' ? [errorFilter] : [],
});

/** Returns the modules, in the order in which their guards run. */
function assemble(
  options: ResolvedOptions,
  own: OwnRoutes,
  { logger, storage, shutdown }: OwnParts,
): NonNullable<DynamicModule['imports']> {
  const added = (modules: 'first' | 'modules' | 'atRoot' | 'prefixed') =>
    addons.flatMap((addon) => addon[modules]?.(options) ?? []);
  const prefixed = [...features, ...added('prefixed')];
  const mounted = addons.flatMap((addon) => addon.mounted?.(options) ?? []);
  return [
    SettingsModule.for(
      options,
      logger ?? createLogger(options.logLevel),
      own,
      shutdown ?? new Shutdown(),
    ),
    EventEmitterModule.forRoot({ wildcard: true }),
    ...added('first'),
    ...[DatabaseModule, RegistryModule, StorageModule.for(storage), ActionLogModule, HealthModule],
    ...prefixed,
    ...added('modules'),
    ...mounted.map(({ module }) => module),
    ...(own.root === '' ? added('atRoot') : []),
    HttpModule.for(own),
    RouterModule.register([
      ...prefixed.map((module) => ({ path: options.prefix, module })),
      ...mounted,
    ]),
  ];
}
