/** An instant whose offset lost its sign: in a query string, an unencoded `+` is a blank. */
const signless = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*) (\d\d:?\d\d)$/;

/** Returns the end of a message about such a value; empty for any other. */
export const zoneHint = (value: unknown): string =>
  typeof value === 'string' && signless.test(value) ? ' Write "+" as %2B in a URL.' : '';
