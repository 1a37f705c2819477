import fc from 'fast-check';

/** Running examples. */
const running = new Set<Promise<unknown>>();

/**
 * `fc.asyncProperty`, for examples that write: one that is cut at its time limit continues, and the
 * next test waits for its end.
 */
export const settlingProperty = ((...parts: readonly unknown[]) => {
  const example = parts.at(-1) as (...values: unknown[]) => Promise<unknown>;
  const tracked = (...values: unknown[]): Promise<unknown> => {
    const run = example(...values).finally(() => running.delete(run));
    running.add(run);
    return run;
  };
  return (fc.asyncProperty as (...all: unknown[]) => unknown)(...parts.slice(0, -1), tracked);
}) as typeof fc.asyncProperty;

afterEach(async () => {
  await Promise.allSettled(running);
});
