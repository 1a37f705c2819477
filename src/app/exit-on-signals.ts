/** The signals that stop the service. */
export const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const end = (): void => {
  console.error('Stopped before listening.');
  process.exit(0);
};

/**
 * Exits with 0 on a signal during the start, until `shutdownOnSignals` takes over. No client waits for
 * a response yet, and changes of the start to the database are atomic. Without a handler, the first
 * process of a container would not end.
 */
export function exitOnSignals(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

/** Removes the handlers, because the service listens and shuts down in order from now on. */
export function endInOrder(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
