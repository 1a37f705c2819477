import type { Addon } from '../../options/addon.js';
import { LastWrite } from './last-write.entity.js';
import { CreateLastWrites1735689600017 } from './migrations/1735689600017-create-last-writes.js';
import { ReadReplicasModule } from './read-replicas.module.js';

/** Reads from replicas that have the last write of the caller. The table exists without them, too. */
export const readReplicas: Addon = {
  modules: ({ database }) => (database.replicaUrls?.length ? [ReadReplicasModule] : []),
  entities: [LastWrite],
  migrations: [CreateLastWrites1735689600017],
};
