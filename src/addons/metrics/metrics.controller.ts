import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { Registry } from 'prom-client';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { Uncounted } from '../../http/requests/uncounted.decorator.js';
import { Public } from '../../modules/auth/index.js';
import { MetricsGuard } from './metrics.guard.js';

/**
 * Serves the metrics in the text format of Prometheus. Its requests count for no rate.
 *
 * @contract C2.1, C12
 */
@Public()
@FrameworkController()
@UseGuards(MetricsGuard)
@Controller('metrics')
export class MetricsController {
  constructor(private readonly registry: Registry) {}

  @Uncounted()
  @Get()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  show(): Promise<string> {
    return this.registry.metrics();
  }
}
