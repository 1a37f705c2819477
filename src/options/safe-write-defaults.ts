import type { SafeWriteOptions } from './resource-api-options.js';
import { serviceSettings } from './settings.js';

/** What protects writes by default. Only code can switch these off, except for `undo`. */
export const safeWriteDefaults: Required<SafeWriteOptions> = {
  versions: true,
  idempotency: true,
  dryRuns: true,
  maxAffected: true,
  bulk: true,
  undo: serviceSettings.UNDO.default,
};
