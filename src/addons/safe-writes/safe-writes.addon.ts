import type { Addon } from '../../options/addon.js';
import { IdempotencyKey } from './idempotency/idempotency-key.entity.js';
import { CreateServiceSecrets1735689600005 } from './migrations/1735689600005-create-service-secrets.js';
import { CreateIdempotencyKeys1735689600006 } from './migrations/1735689600006-create-idempotency-keys.js';
import { SafeWritesModule } from './safe-writes.module.js';
import { ServiceSecret } from './secrets/service-secret.entity.js';

/** Conditional, repeatable, bounded and tried writes. @contract C13 */
export const safeWrites: Addon = {
  modules: () => [SafeWritesModule],
  entities: [ServiceSecret, IdempotencyKey],
  migrations: [CreateServiceSecrets1735689600005, CreateIdempotencyKeys1735689600006],
};
