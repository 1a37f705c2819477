import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ActionsModule } from '../actions/actions.module.js';
import { DatabaseMetrics } from './database-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsGuard } from './metrics.guard.js';
import { ProcessMetrics } from './process-metrics.js';
import { RequestMetrics } from './request-metrics.js';
import { RunMetrics } from './run-metrics.js';

/**
 * Measures the service. Each application has a registry of its own: the one that prom-client keeps
 * for the whole process would mix two of them. Its path lies outside the prefix.
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
    ProcessMetrics,
  ],
})
export class MetricsModule {}
