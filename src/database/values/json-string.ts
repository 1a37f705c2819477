/** Characters that a JSON string must escape. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Returns a string as JSON. Most strings only need quotes, and a test is cheaper than escaping. */
export const jsonString = (value: string): string =>
  needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;

/**
 * Returns any data as JSON; values that JSON does not support, functions and `undefined`, become
 * null.
 */
export const jsonData = (value: unknown): string => JSON.stringify(value) ?? 'null';
