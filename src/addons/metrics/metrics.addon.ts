import type { Addon } from '../../options/addon.js';
import { MetricsModule } from './metrics.module.js';

/** Measurements for Prometheus. @contract C1.1 */
export const metrics: Addon = { modules: () => [MetricsModule] };
