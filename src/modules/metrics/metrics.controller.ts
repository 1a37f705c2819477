import { Get, Header, UseGuards } from '@nestjs/common';
import { Registry } from 'prom-client';
import { FrameworkController } from '../../http/framework-controller.js';
import { Public } from '../auth/index.js';
import { MetricsGuard } from './metrics.guard.js';

/** Serves the metrics in the text format of Prometheus. @contract C2.1 */
@Public()
@FrameworkController({ path: 'metrics' })
@UseGuards(MetricsGuard)
export class MetricsController {
  constructor(private readonly registry: Registry) {}

  @Get()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  show(): Promise<string> {
    return this.registry.metrics();
  }
}
