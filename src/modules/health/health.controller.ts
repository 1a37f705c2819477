import { Controller, Get } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { FrameworkController } from '../../http/framework-controller.js';
import { Public } from '../auth/index.js';
import { Readiness } from './readiness.js';

/** @contract C2.1 */
@Public()
@FrameworkController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Whether the process answers: it asks nobody else, so that no fault of a database makes it be
   * restarted.
   */
  @Get('live')
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /**
   * Whether requests may be sent here.
   * @throws RequestError `unavailable` that names what is missing
   */
  @Get('ready')
  ready(): Promise<HealthCheckResult> {
    return this.readiness.check();
  }
}
