import { ActionLogFile } from '../../modules/action-log/action-log-file.entity.js';
import { ActionLogSnapshot } from '../../modules/action-log/action-log-snapshot.entity.js';
import { ActionLog } from '../../modules/action-log/action-log.entity.js';
import { LoginAttempt } from '../../modules/auth/login-attempt.entity.js';
import { Token } from '../../modules/auth/token.entity.js';
import { IdempotencyKey } from '../../addons/safe-writes/idempotency/idempotency-key.entity.js';
import { ServiceSecret } from '../../addons/safe-writes/secrets/service-secret.entity.js';
import { CreateTokens1735689600001 } from './1735689600001-create-tokens.js';
import { CreateLoginAttempts1735689600002 } from './1735689600002-create-login-attempts.js';
import { CreateActionLogs1735689600003 } from './1735689600003-create-action-logs.js';
import { ReserveLoginAttempts1735689600004 } from './1735689600004-reserve-login-attempts.js';
import { CreateServiceSecrets1735689600005 } from './1735689600005-create-service-secrets.js';
import { CreateIdempotencyKeys1735689600006 } from './1735689600006-create-idempotency-keys.js';
import { CreateActionLogSnapshots1735689600015 } from './1735689600015-create-action-log-snapshots.js';
import { CreateActionLogFiles1735689600016 } from './1735689600016-create-action-log-files.js';

/** Entities of the framework's own tables. */
export const frameworkEntities: Function[] = [
  ActionLog,
  ActionLogFile,
  ActionLogSnapshot,
  Token,
  LoginAttempt,
  ServiceSecret,
  IdempotencyKey,
];

/** The migrations of those tables, in order. */
export const frameworkMigrations: Function[] = [
  CreateTokens1735689600001,
  CreateLoginAttempts1735689600002,
  CreateActionLogs1735689600003,
  ReserveLoginAttempts1735689600004,
  CreateServiceSecrets1735689600005,
  CreateIdempotencyKeys1735689600006,
  CreateActionLogSnapshots1735689600015,
  CreateActionLogFiles1735689600016,
];
