import { invalidQuery, type RequestError } from '../errors/index.js';

/** Characters of the caller's text that a refusal repeats. */
const MAX_PART_LENGTH = 40;

/**
 * The caller's text as a refusal may repeat it: at most 40 characters, without NUL and lone
 * surrogates.
 *
 * @contract C5.2
 */
export function shown(text: string): string {
  const part = text.slice(0, MAX_PART_LENGTH).replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
  return text.length > MAX_PART_LENGTH ? `${part}…` : part;
}

/** {@link shown}, in quotes. */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/**
 * 400 `invalid_query` under a parameter whose name is the caller's text, and so of any length.
 * @contract C5.2
 */
export function refusal(parameter: string, text: string): RequestError {
  return invalidQuery(shown(parameter), text);
}
