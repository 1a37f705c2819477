/** The defaults of the options and of the environment. @see defaultLimits */
export const defaults = {
  prefix: '/api',
  logLevel: 'info',
  logStatements: false,
  schema: true,
  compression: true,
  /** Connections. */
  poolSize: 10,
  /** Percent: enough for 10 processes. */
  statementShare: 10,
  replicaLag: 10,
  /** Seconds until a token expires: 30 days. */
  tokenLifetime: 30 * 24 * 60 * 60,
  failuresPerMinute: 20,
  explorer: { path: '/explorer', title: 'Resource API' },
  safeWrites: {
    versions: true,
    idempotency: true,
    dryRuns: true,
    maxAffected: true,
    bulk: true,
    undo: true,
  },
  /** The timeout is in milliseconds. */
  redis: { prefix: 'resource-api:', timeout: 500 },
  storage: {
    path: './var/storage',
    /** Seconds. */
    orphanLifetime: 60 * 60,
    delivery: 'proxy',
    /** Seconds. */
    linkLifetime: 15 * 60,
    /** Milliseconds. */
    timeout: 10_000,
  },
} as const;
