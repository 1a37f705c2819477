import {
  exists,
  limitsOf,
  where,
  type Deployment,
  type Environment,
  type JwtOptions,
} from 'resource-api';
import { demoModules } from './resources/index.js';
import { User } from './resources/users/user.entity.js';

/** The demo: a publishing house, configured by environment variables. */
export function deployment(environment: Environment): Deployment<User> {
  const { JWT_AUDIENCE, JWT_ISSUER, JWT_JWKS_URI, LOG_KEEP_DAYS, PUBLIC_URL } = environment;
  const { METRICS_TOKEN, RATE_PER_PEER, RATE_PER_USER } = environment;
  const hasProvider = (JWT_ISSUER ?? JWT_AUDIENCE ?? JWT_JWKS_URI) !== undefined;
  return {
    options: {
      database: {
        url: environment.DATABASE_URL,
        poolSize: environment.DATABASE_POOL_SIZE,
        statementShare: environment.DATABASE_STATEMENT_SHARE,
        tablePrefix: environment.DATABASE_TABLE_PREFIX,
      },
      authentication: {
        user: {
          entity: User,
          identifier: 'email',
          password: 'password',
          suspendedAt: 'suspended_at',
          facts: { is_editor: exists<User, 'roles'>('roles', where({ name: 'editor' })) },
        },
        tokenLifetime: environment.TOKEN_LIFETIME,
        failuresPerMinute: environment.LOGIN_FAILURES_PER_MINUTE,
        ...(hasProvider && { jwt: identityProvider(environment) }),
      },
      prefix: environment.API_PREFIX,
      trustedProxies: environment.TRUSTED_PROXIES,
      cors: environment.CORS_ORIGINS,
      agents: { hosts: environment.MCP_HOSTS },
      storage: {
        path: environment.STORAGE_PATH,
        orphanLifetime: environment.STORAGE_ORPHAN_LIFETIME,
      },
      safeWrites: { undo: environment.UNDO },
      appKeys: environment.APP_KEY,
      limits: limitsOf(environment),
      rates: {
        ...(RATE_PER_USER !== undefined && { userPerMinute: RATE_PER_USER }),
        ...(RATE_PER_PEER !== undefined && { peerPerMinute: RATE_PER_PEER }),
      },
      metrics: { ...(METRICS_TOKEN !== undefined && { token: METRICS_TOKEN }) },
      ...(LOG_KEEP_DAYS !== undefined && { logs: { keepDays: LOG_KEEP_DAYS } }),
      reference: environment.REFERENCE && {
        title: 'The publishing house',
        version: '0.1.0',
        description: 'Users, posts, videos and comments: the demo of Resource API.',
        contact: { name: 'The publishing house', email: 'admin@example.com' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      schema: environment.SCHEMA,
      compression: environment.COMPRESSION,
      logLevel: environment.LOG_LEVEL,
      ...(PUBLIC_URL !== undefined && { publicUrl: PUBLIC_URL }),
    },
    modules: demoModules,
  };
}

/** The settings have been checked: either all three are set or none. */
function identityProvider(environment: Environment): JwtOptions {
  return {
    issuer: environment.JWT_ISSUER!,
    audience: environment.JWT_AUDIENCE!,
    jwksUri: environment.JWT_JWKS_URI!,
    algorithms: environment.JWT_ALGORITHMS,
    claim: environment.JWT_CLAIM,
  };
}
