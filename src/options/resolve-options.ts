import { defaults } from './defaults.js';
import { findOptionProblems } from './find-option-problems.js';
import { defaultLimits } from './limits.js';
import { OptionsError } from './options-error.js';
import type {
  AuthenticationOptions,
  ResolvedOptions,
  ResourceApiOptions,
} from './resource-api-options.js';

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
      poolSize: defaults.poolSize,
      statementShare: defaults.statementShare,
      ...given(options.database),
    }),
    authentication: resolveAuthentication(options.authentication),
    prefix: options.prefix ?? defaults.prefix,
    publicUrl: options.publicUrl ?? null,
    middleware: Object.freeze([...(options.middleware ?? [])]),
    trustedProxies: Object.freeze([...(options.trustedProxies ?? [])]),
    cors: Object.freeze([...(options.cors ?? [])]),
    agents: Object.freeze({ hosts: Object.freeze([...(options.agents?.hosts ?? [])]) }),
    safeWrites: Object.freeze({ ...defaults.safeWrites, ...given(options.safeWrites ?? {}) }),
    appKeys: Object.freeze([...(options.appKeys ?? [])]),
    limits: Object.freeze({ ...defaultLimits, ...given(options.limits ?? {}) }),
    rates: Object.freeze(given(options.rates ?? {})),
    metrics: Object.freeze(given(options.metrics ?? {})),
    storage: Object.freeze({ ...defaults.storage, ...given(options.storage ?? {}) }),
    redis: Object.freeze({ ...defaults.redis, ...given(options.redis ?? {}) }),
    logs: Object.freeze(given(options.logs ?? {})),
    reference: options.reference === false ? false : Object.freeze(given(options.reference ?? {})),
    explorer: resolveExplorer(options),
    explain: (options.explain ?? null) as ResolvedOptions['explain'],
    viewAs: (options.viewAs ?? null) as ResolvedOptions['viewAs'],
    schema: options.schema ?? defaults.schema,
    compression: options.compression ?? defaults.compression,
    logLevel: options.logLevel ?? defaults.logLevel,
    logStatements: options.logStatements ?? defaults.logStatements,
  });
}

const titleOf = (reference: ResourceApiOptions['reference']): string =>
  (reference === false ? undefined : reference?.title) ?? defaults.explorer.title;

/** The application reads what `_schema` describes, and is switched off together with it. */
function resolveExplorer<User extends object>({
  explorer = {},
  schema = defaults.schema,
  reference,
}: ResourceApiOptions<User>): ResolvedOptions['explorer'] {
  if (explorer === false || !schema) return false;
  return Object.freeze({
    path: explorer.path ?? defaults.explorer.path,
    title: explorer.title ?? titleOf(reference),
    logo: explorer.logo ?? null,
    color: explorer.color ?? null,
  });
}

function resolveAuthentication<User extends object>(
  options: AuthenticationOptions<User>,
): ResolvedOptions['authentication'] {
  const { tokenLifetime, failuresPerMinute } = defaults;
  const resolved = {
    tokenLifetime,
    failuresPerMinute,
    cookie: false,
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
