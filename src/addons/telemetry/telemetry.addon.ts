import type { Addon } from '../../options/addon.js';
import { TelemetryModule } from './telemetry.module.js';

/** Traces and metrics of OpenTelemetry. Off unless the variables `OTEL_*` ask for them. */
export const telemetry: Addon = { modules: () => [TelemetryModule] };
