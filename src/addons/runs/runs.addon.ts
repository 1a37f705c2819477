import type { Addon } from '../../options/addon.js';
import { CreateActionRuns1735689600018 } from './migrations/1735689600018-create-action-runs.js';
import { Run } from './run.entity.js';
import { RunsModule } from './runs.module.js';
import { RunsRoutesModule } from './runs-routes.module.js';

/** Actions that run after the response to their request. @contract C14 */
export const runs: Addon = {
  modules: () => [RunsModule],
  prefixed: () => [RunsRoutesModule],
  entities: [Run],
  migrations: [CreateActionRuns1735689600018],
};
