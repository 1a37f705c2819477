import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../base/logging/index.js';
import { HostApplication } from '../http/host-application.js';
import { OWN_ROUTES, type OwnRoutes } from '../http/requests/own-routes.js';
import { Shutdown } from '../base/schedule/shutdown.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';

/** Provides the options, the logger and the application to all feature modules. */
@Global()
@Module({})
export class SettingsModule {
  static for(
    options: ResolvedOptions,
    logger: Logger,
    own: OwnRoutes,
    shutdown: Shutdown,
  ): DynamicModule {
    const settings: Provider[] = [
      { provide: OPTIONS, useValue: options },
      { provide: LOGGER, useValue: logger },
      { provide: OWN_ROUTES, useValue: own },
      { provide: Shutdown, useValue: shutdown },
      HostApplication,
    ];
    return {
      module: SettingsModule,
      providers: settings,
      exports: [OPTIONS, LOGGER, OWN_ROUTES, HostApplication, Shutdown],
    };
  }
}
