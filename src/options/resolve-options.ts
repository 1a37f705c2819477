import { findOptionProblems } from './find-option-problems.js';
import { defaultLimits } from './limits.js';
import { safeWriteDefaults } from './safe-write-defaults.js';
import { serviceSettings } from './settings.js';
import { OptionsError } from './options-error.js';
import type {
  AuthenticationOptions,
  ResolvedOptions,
  ResourceApiOptions,
} from './resource-api-options.js';

const storageDefaults = {
  path: serviceSettings.STORAGE_PATH.default,
  delivery: serviceSettings.STORAGE_DELIVERY.default,
  linkLifetime: serviceSettings.STORAGE_LINK_LIFETIME.default,
  timeout: serviceSettings.STORAGE_TIMEOUT.default,
  orphanLifetime: serviceSettings.STORAGE_ORPHAN_LIFETIME.default,
};

const redisDefaults = {
  prefix: serviceSettings.REDIS_PREFIX.default,
  timeout: serviceSettings.REDIS_TIMEOUT.default,
};

const runDefaults = {
  concurrency: serviceSettings.RUN_CONCURRENCY.default,
  poll: serviceSettings.RUN_POLL.default,
  lease: serviceSettings.RUN_LEASE.default,
  keepDays: serviceSettings.RUN_KEEP_DAYS.default,
};

/**
 * Fills in every default and freezes the result.
 *
 * @throws OptionsError with all faults of the options
 */
export function resolveOptions<User extends object>(
  options: ResourceApiOptions<User>,
): ResolvedOptions {
  const problems = findOptionProblems(options);
  if (problems.length > 0) throw new OptionsError(problems);
  return Object.freeze({
    database: Object.freeze({
      poolSize: serviceSettings.DATABASE_POOL_SIZE.default,
      statementShare: serviceSettings.DATABASE_STATEMENT_SHARE.default,
      replicaLag: serviceSettings.DATABASE_REPLICA_LAG.default,
      ...given(options.database),
      replicaUrls: Object.freeze([...(options.database.replicaUrls ?? [])]),
    }),
    authentication: resolveAuthentication(options.authentication),
    prefix: options.prefix ?? serviceSettings.API_PREFIX.default,
    publicUrl: options.publicUrl ?? null,
    middleware: Object.freeze([...(options.middleware ?? [])]),
    trustedProxies: Object.freeze([...(options.trustedProxies ?? [])]),
    cors: Object.freeze([...(options.cors ?? [])]),
    agents: Object.freeze({ hosts: Object.freeze([...(options.agents?.hosts ?? [])]) }),
    safeWrites: Object.freeze({ ...safeWriteDefaults, ...given(options.safeWrites ?? {}) }),
    appKeys: Object.freeze([...(options.appKeys ?? [])]),
    limits: Object.freeze({ ...defaultLimits, ...given(options.limits ?? {}) }),
    rates: Object.freeze(given(options.rates ?? {})),
    metrics: Object.freeze(given(options.metrics ?? {})),
    explain: options.explain ? Object.freeze({ ...options.explain }) : null,
    viewAs: options.viewAs ? Object.freeze({ ...options.viewAs }) : null,
    why: options.why ? Object.freeze({ ...options.why }) : null,
    storage: Object.freeze({ ...storageDefaults, ...given(options.storage ?? {}) }),
    redis: Object.freeze({ ...redisDefaults, ...given(options.redis ?? {}) }),
    runs: Object.freeze({ ...runDefaults, ...given(options.runs ?? {}) }),
    logs: Object.freeze(given(options.logs ?? {})),
    reference: options.reference === false ? false : Object.freeze(given(options.reference ?? {})),
    explorer: resolveExplorer(options),
    firstPage: options.firstPage ?? serviceSettings.FIRST_PAGE.default,
    schema: options.schema ?? serviceSettings.SCHEMA.default,
    exports: options.exports ?? serviceSettings.EXPORTS.default,
    compression: options.compression ?? serviceSettings.COMPRESSION.default,
    logLevel: options.logLevel ?? serviceSettings.LOG_LEVEL.default,
    logStatements: options.logStatements ?? serviceSettings.LOG_STATEMENTS.default,
  });
}

function resolveExplorer({
  explorer = {},
  reference,
  schema,
}: Pick<ResourceApiOptions, 'explorer' | 'reference' | 'schema'>): ResolvedOptions['explorer'] {
  if (explorer === false || schema === false) return false;
  const title = (reference === false ? undefined : reference?.title) ?? 'Resource API';
  const defaults = { path: serviceSettings.EXPLORER_PATH.default, logo: null, color: null };
  return Object.freeze({ ...defaults, title, ...given(explorer) });
}

function resolveAuthentication<User extends object>(
  options: AuthenticationOptions<User>,
): ResolvedOptions['authentication'] {
  const resolved = {
    tokenLifetime: serviceSettings.TOKEN_LIFETIME.default,
    failuresPerMinute: serviceSettings.LOGIN_FAILURES_PER_MINUTE.default,
    cookie: serviceSettings.SESSION_COOKIES.default,
    ...given(options),
    user: Object.freeze({ ...options.user }),
  };
  // Only the compiler needs the type of the user, where the options are written.
  return Object.freeze(resolved) as unknown as ResolvedOptions['authentication'];
}

/** Removes options that are `undefined`, so that their defaults apply. */
function given<Options extends object>(options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Options;
}
