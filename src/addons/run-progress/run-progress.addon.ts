import type { Addon } from '../../options/addon.js';
import { RunProgressModule } from './run-progress.module.js';

/** The progress of runs over all records. @contract C6.10 */
export const runProgress: Addon = { modules: () => [RunProgressModule] };
