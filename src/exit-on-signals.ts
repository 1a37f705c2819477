/** What tells a service to stop. */
export const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const end = (): void => {
  console.error('Stopped before it listened.');
  process.exit(0);
};

/**
 * Ends a start at once by a signal, with 0, until `shutdownOnSignals` takes over: nobody waits for an
 * answer yet, and what a start does to the database is there whole or not at all. The first process
 * of a container would not end by itself.
 */
export function exitOnSignals(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

/** The service listens, and ends in order from now on. */
export function endInOrder(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
