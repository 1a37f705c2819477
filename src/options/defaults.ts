/** The defaults of the options and of the environment. @see defaultLimits */
export const defaults = {
  prefix: '/api',
  logLevel: 'info',
  schema: true,
  compression: true,
  /** Connections. */
  poolSize: 10,
  /** Percent: enough for 10 processes. */
  statementShare: 10,
  /** Seconds until a token expires: 30 days. */
  tokenLifetime: 30 * 24 * 60 * 60,
  failuresPerMinute: 20,
  safeWrites: {
    versions: true,
    idempotency: true,
    dryRuns: true,
    maxAffected: true,
    bulk: true,
    undo: true,
  },
  storage: {
    path: './var/storage',
    /** Seconds. */
    orphanLifetime: 60 * 60,
  },
} as const;
