import { exitOnSignals } from '../../../app/exit-on-signals.js';

/**
 * Runs the main function of a service: a signal ends it at once until it listens, and in order from
 * then on. If it fails, the reason is printed and the process ends with 1.
 *
 * @param main loads the rest of the service by `import()`, so that signals count before half a
 * second of loading
 */
export async function runService(main: () => Promise<void>): Promise<void> {
  exitOnSignals();
  try {
    await main();
  } catch (error) {
    const { describeStartFailure } = await import('../../../app/describe-start-failure.js');
    console.error(describeStartFailure(error));
    // Connections that are open already would keep the process alive.
    process.exit(1);
  }
}
