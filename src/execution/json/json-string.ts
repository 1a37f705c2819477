/** What a JSON string cannot hold as it is. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A string as JSON. Most need nothing but their quotes, and a test is cheaper than the escape. */
export const jsonString = (text: string): string =>
  needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;

/** Any data as JSON; what JSON does not know, a function or `undefined`, is null. */
export const jsonData = (value: unknown): string => JSON.stringify(value) ?? 'null';
