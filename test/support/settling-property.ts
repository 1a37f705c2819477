import fc from 'fast-check';

/** Running examples. */
const running = new Set<Promise<unknown>>();

/**
 * `fc.asyncProperty`, for examples that write: one that is cut at its time limit continues, and the
 * next test waits for its end (`properties.ts`).
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

/**
 * Like `fc.assert`, but a property that is cut at its time limit passes only if it has run some
 * examples.
 */
export async function assertSome<Values>(
  fewest: number,
  property: fc.IAsyncProperty<Values>,
  parameters: fc.Parameters<Values>,
): Promise<void> {
  const details = await fc.check(property, { ...parameters, markInterruptAsFailure: false });
  if (details.failed)
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  expect(details.numRuns).toBeGreaterThanOrEqual(fewest);
}

export async function settleExamples(): Promise<void> {
  await Promise.allSettled(running);
}
