const { TEST_EXAMPLES: times = '1' } = process.env;

/**
 * Returns how many examples of a property are tried: the same number on every machine.
 * `TEST_EXAMPLES=10` tries ten times as many.
 */
export const examples = (count: number): { readonly numRuns: number } => ({
  numRuns: count * Number(times),
});
