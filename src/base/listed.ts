/** Returns strings as a list for a message. */
export const listed = (values: readonly unknown[]): string =>
  values.map((value) => (value === '' ? '"" (empty)' : String(value))).join(', ');
