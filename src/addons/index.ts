import { explain } from './explain/explain.addon.js';
import { explorer } from './explorer/explorer.addon.js';
import { pageExports } from './exports/exports.addon.js';
import { firstPage } from './first-page/first-page.addon.js';
import { metrics } from './metrics/metrics.addon.js';
import { readReplicas } from './read-replicas/read-replicas.addon.js';
import { rates } from './rates/rates.addon.js';
import { objectStorage } from './object-storage/object-storage.addon.js';
import { redis } from './redis/redis.addon.js';
import { reference } from './reference/reference.addon.js';
import { runProgress } from './run-progress/run-progress.addon.js';
import { runs } from './runs/runs.addon.js';
import { safeWrites } from './safe-writes/safe-writes.addon.js';
import { telemetry } from './telemetry/telemetry.addon.js';
import { tools } from './tools/tools.addon.js';
import { undo } from './undo/undo.addon.js';
import { viewAs } from './view-as/view-as.addon.js';
import { why } from './why/why.addon.js';
import type { Addon } from '../options/addon.js';

/** The features beside the core. Without its row, the service runs without the feature. */
export const addons: readonly Addon[] = [
  // Progress is not part of the responses that safe writes keep.
  ...[
    runProgress,
    safeWrites,
    undo,
    runs,
    explain,
    pageExports,
    tools,
    reference,
    explorer,
    firstPage,
  ],
  // The database knows the caller, also of requests as another account.
  readReplicas,
  // The rates count the caller, also of requests as another account.
  ...[metrics, telemetry, rates, viewAs, why, objectStorage, redis],
];
