import { Controller, Get } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { HealthCheckResult } from '@nestjs/terminus';
import { loadProviderOnce } from '../../base/load-once.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { Uncounted } from '../../http/requests/uncounted.decorator.js';
import { Public } from '../auth/index.js';
import type { HealthChecks } from './health-checks.js';

/**
 * Its requests count for no rate: a busy client must not make the service look down.
 *
 * @contract C2.1, C12
 */
@Public()
@FrameworkController()
@Controller('health')
export class HealthController {
  private readonly checks: () => Promise<HealthChecks>;

  constructor(modules: LazyModuleLoader) {
    this.checks = loadProviderOnce(modules, async () => {
      const { HealthChecksModule, HealthChecks } = await import('./health-checks.module.js');
      return { module: HealthChecksModule, provider: HealthChecks };
    });
  }

  /**
   * Reports that the process is running. It does not check the database, so that a database failure
   * does not cause restarts.
   */
  @Uncounted()
  @Get('live')
  async live(): Promise<HealthCheckResult> {
    return (await this.checks()).live();
  }

  /**
   * Reports whether the service can handle requests.
   * @throws RequestError `unavailable` that names what is missing
   */
  @Uncounted()
  @Get('ready')
  async ready(): Promise<HealthCheckResult> {
    return (await this.checks()).ready();
  }
}
