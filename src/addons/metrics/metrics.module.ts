import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ActionsModule } from '../../modules/actions/actions.module.js';
import { DatabaseMetrics } from './database-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsGuard } from './metrics.guard.js';
import { ProcessMetrics } from './process-metrics.js';
import { RequestMetrics } from './request-metrics.js';
import { RunMetrics } from './run-metrics.js';
import { RunWaitMetrics } from './run-wait-metrics.js';
import { SharedStateMetrics } from './shared-state-metrics.js';

/**
 * Measures the service. Each application has its own registry: prom-client's global one would mix
 * applications in one process. Its path is outside the prefix.
 *
 * @contract C1.1
 */
@Module({
  imports: [ActionsModule],
  controllers: [MetricsController],
  providers: [
    { provide: Registry, useFactory: () => new Registry() },
    MetricsGuard,
    RequestMetrics,
    DatabaseMetrics,
    RunMetrics,
    RunWaitMetrics,
    SharedStateMetrics,
    ProcessMetrics,
  ],
})
export class MetricsModule {}
