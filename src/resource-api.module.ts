import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import type { Logger } from 'pino';
import { ErrorFilter, UnmatchedController } from './http/index.js';
import { createLogger, LOGGER } from './logging/index.js';
import { AuthModule, BearerGuard } from './modules/auth/index.js';
import { ActionsModule } from './modules/actions/actions.module.js';
import { ActionLogModule } from './modules/action-log/action-log.module.js';
import { HealthModule } from './modules/health/health.module.js';
import { MetricsModule } from './modules/metrics/metrics.module.js';
import { DatabaseModule } from './modules/database/database.module.js';
import { ProfileModule } from './modules/profile/profile.module.js';
import { PeerRateModule, UserRateModule } from './modules/rates/rates.module.js';
import { RecordsModule } from './modules/records/records.module.js';
import { ReferenceModule } from './modules/reference/reference.module.js';
import { RegistryModule } from './modules/registry/registry.module.js';
import { RelationsModule } from './modules/relations/relations.module.js';
import { StorageModule } from './modules/storage/storage.module.js';
import { ToolsModule } from './modules/tools/tools.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { resolveOptions } from './options/resolve-options.js';
import { OPTIONS, type ResolvedOptions, type ResourceApiOptions } from './options/resource-api-options.js';
import type { Storage } from './storage/storage.js';

/** What every feature module may ask for: the options and the log. */
@Global()
@Module({})
class SettingsModule {
  static for(options: ResolvedOptions, logger: Logger): DynamicModule {
    const settings: Provider[] = [
      { provide: OPTIONS, useValue: options },
      { provide: LOGGER, useValue: logger },
    ];
    return { module: SettingsModule, providers: settings, exports: [OPTIONS, LOGGER] };
  }
}

/** The features that answer under the prefix. */
const features = [AuthModule, ProfileModule, RecordsModule, RelationsModule, ActionsModule];

/** Assembles the feature modules. A deployment imports it beside its own resource modules. */
@Module({})
export class ResourceApiModule {
  /**
   * @param logger where the log goes; the standard output unless told
   * @param storage where uploaded files lie; the folder of the option `storage.path` unless told
   * @throws OptionsError that lists every fault of the options
   */
  static forRoot<User extends object>(
    options: ResourceApiOptions<User>,
    logger?: Logger,
    storage?: Storage,
  ): DynamicModule {
    const resolved = resolveOptions({ middleware: [BearerGuard], ...options });
    const path = resolved.prefix;
    return {
      module: ResourceApiModule,
      imports: [
        SettingsModule.for(resolved, logger ?? createLogger(resolved.logLevel)),
        EventEmitterModule.forRoot({ wildcard: true }),
        PeerRateModule,
        DatabaseModule,
        RegistryModule,
        StorageModule.for(storage),
        ToolsModule,
        ActionLogModule,
        OperationsModule,
        ...(resolved.reference ? [ReferenceModule] : []),
        HealthModule,
        MetricsModule,
        ...features,
        UserRateModule,
        RouterModule.register(features.map((module) => ({ path, module }))),
      ],
      controllers: [UnmatchedController],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}
