import { ActionLogFile } from '../../modules/action-log/action-log-file.entity.js';
import { ActionLogSnapshot } from '../../modules/action-log/action-log-snapshot.entity.js';
import { ActionLog } from '../../modules/action-log/action-log.entity.js';
import { LoginAttempt } from '../../modules/auth/login-attempt.entity.js';
import { Token } from '../../modules/auth/token.entity.js';
import { CreateTokens1735689600001 } from '../../modules/auth/migrations/1735689600001-create-tokens.js';
import { CreateLoginAttempts1735689600002 } from '../../modules/auth/migrations/1735689600002-create-login-attempts.js';
import { CreateActionLogs1735689600003 } from '../../modules/action-log/migrations/1735689600003-create-action-logs.js';
import { ReserveLoginAttempts1735689600004 } from '../../modules/auth/migrations/1735689600004-reserve-login-attempts.js';
import { CreateActionLogSnapshots1735689600015 } from '../../modules/action-log/migrations/1735689600015-create-action-log-snapshots.js';
import { CreateActionLogFiles1735689600016 } from '../../modules/action-log/migrations/1735689600016-create-action-log-files.js';
import { addons } from '../../addons/index.js';

/** Entities of the tables of the framework and its addons. */
export const frameworkEntities: Function[] = [
  ActionLog,
  ActionLogFile,
  ActionLogSnapshot,
  Token,
  LoginAttempt,
  ...addons.flatMap(({ entities = [] }) => entities),
];

/** The migrations of those tables. TypeORM orders them. */
export const frameworkMigrations: Function[] = [
  CreateTokens1735689600001,
  CreateLoginAttempts1735689600002,
  CreateActionLogs1735689600003,
  ReserveLoginAttempts1735689600004,
  CreateActionLogSnapshots1735689600015,
  CreateActionLogFiles1735689600016,
  ...addons.flatMap(({ migrations = [] }) => migrations),
];
