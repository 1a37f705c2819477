import type { Deployment } from './create-application.js';
import { exists, where } from './definition/condition.js';
import type { Environment } from './options/environment.js';
import { demoModules } from './resources/index.js';
import { User } from './resources/users/user.entity.js';

/** The demo: a publishing house, set up by its environment variables. */
export function deployment(environment: Environment): Deployment<User> {
  const { API_PREFIX, CORS_ORIGINS, DATABASE_URL, LOG_KEEP_DAYS, LOG_LEVEL, PUBLIC_URL, STORAGE_PATH, TOKEN_LIFETIME } =
    environment;
  return {
    options: {
      database: { url: DATABASE_URL },
      authentication: {
        user: {
          entity: User,
          identifier: 'email',
          password: 'password',
          suspendedAt: 'suspended_at',
          facts: { is_editor: exists<User, 'roles'>('roles', where({ name: 'editor' })) },
        },
        ...(TOKEN_LIFETIME !== undefined && { tokenLifetime: TOKEN_LIFETIME }),
      },
      prefix: API_PREFIX,
      cors: CORS_ORIGINS,
      storage: { path: STORAGE_PATH },
      ...(LOG_KEEP_DAYS !== undefined && { logs: { keepDays: LOG_KEEP_DAYS } }),
      logLevel: LOG_LEVEL,
      ...(PUBLIC_URL !== undefined && { publicUrl: PUBLIC_URL }),
    },
    modules: demoModules,
  };
}
