import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import type { Logger } from 'pino';
import { ErrorFilter, UnmatchedController } from './http/index.js';
import { createLogger, LOGGER } from './logging/index.js';
import { AuthModule, BearerGuard } from './modules/auth/index.js';
import { DatabaseModule } from './modules/database/database.module.js';
import { RecordsModule } from './modules/records/records.module.js';
import { RegistryModule } from './modules/registry/registry.module.js';
import { resolveOptions } from './options/resolve-options.js';
import { OPTIONS, type ResolvedOptions, type ResourceApiOptions } from './options/resource-api-options.js';

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
const features = [AuthModule, RecordsModule];

/** Assembles the feature modules. A deployment imports it beside its own resource modules. */
@Module({})
export class ResourceApiModule {
  /** @throws OptionsError that lists every fault of the options */
  static forRoot<User extends object>(options: ResourceApiOptions<User>, logger?: Logger): DynamicModule {
    const resolved = resolveOptions({ middleware: [BearerGuard], ...options });
    const path = resolved.prefix;
    return {
      module: ResourceApiModule,
      imports: [
        SettingsModule.for(resolved, logger ?? createLogger(resolved.logLevel)),
        DatabaseModule,
        RegistryModule,
        ...features,
        RouterModule.register(features.map((module) => ({ path, module }))),
      ],
      controllers: [UnmatchedController],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}
