import { Module } from '@nestjs/common';
import { ActionsModule } from '../../modules/actions/actions.module.js';
import { loadTelemetry, TELEMETRY_PACKAGES } from './load-telemetry.js';
import { RequestTracing } from './request-tracing.js';
import { Telemetry } from './telemetry.js';
import { TelemetryMetrics } from './telemetry-metrics.js';

/**
 * Traces and measures the service with OpenTelemetry, if the application has started it or the
 * variables `OTEL_*` ask for it. Only these variables configure it.
 */
@Module({
  imports: [ActionsModule],
  providers: [
    { provide: TELEMETRY_PACKAGES, useFactory: () => loadTelemetry(process.env) },
    RequestTracing,
    TelemetryMetrics,
    Telemetry,
  ],
})
export class TelemetryModule {}
