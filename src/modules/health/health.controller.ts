import { Controller, Get } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { Uncounted } from '../../http/requests/uncounted.decorator.js';
import { Public } from '../auth/index.js';
import { Readiness } from './readiness.js';

/**
 * Its requests count for no rate: a busy client must not make the service look down.
 *
 * @contract C2.1, C12
 */
@Public()
@FrameworkController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Reports that the process is running. It does not check the database, so that a database failure
   * does not cause restarts.
   */
  @Uncounted()
  @Get('live')
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /**
   * Reports whether the service can handle requests.
   * @throws RequestError `unavailable` that names what is missing
   */
  @Uncounted()
  @Get('ready')
  ready(): Promise<HealthCheckResult> {
    return this.readiness.check();
  }
}
