import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { Registry } from 'prom-client';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { Public } from '../../modules/auth/index.js';
import { MetricsGuard } from './metrics.guard.js';

/**
 * Serves the metrics in the text format of Prometheus. Its requests count for no rate.
 *
 * @contract C2.1, C12
 */
@Public()
@SkipThrottle({ clientAddress: true })
@FrameworkController()
@UseGuards(MetricsGuard)
@Controller('metrics')
export class MetricsController {
  constructor(private readonly registry: Registry) {}

  @Get()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  show(): Promise<string> {
    return this.registry.metrics();
  }
}
