/**
 * What holds where neither a deployment's options nor its environment say otherwise. @see
 * defaultLimits
 */
export const defaults = {
  prefix: '/api',
  logLevel: 'info',
  /** Connections. */
  poolSize: 10,
  /** Percent: room for 10 processes. */
  statementShare: 10,
  /** Seconds that a token lives: 30 days. */
  tokenLifetime: 30 * 24 * 60 * 60,
  failuresPerMinute: 20,
  storage: {
    path: './var/storage',
    /** Seconds. */
    orphanLifetime: 60 * 60,
  },
} as const;
