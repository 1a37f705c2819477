import { invalidQuery, type RequestError } from '../../base/errors/index.js';

/** The number of characters of the caller's input that a message repeats. */
const MAX_PART_LENGTH = 40;

/**
 * Returns the caller's input for use in a message: at most 40 characters, without NUL and lone
 * surrogates.
 *
 * @contract C5.2
 */
export function shown(input: string): string {
  const part = input.slice(0, MAX_PART_LENGTH).replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
  return input.length > MAX_PART_LENGTH ? `${part}…` : part;
}

/** {@link shown}, in quotes. */
export function quoted(input: string): string {
  return `"${shown(input)}"`;
}

/**
 * Returns the error 400 `invalid_query` for a parameter. The caller may have chosen its name, so it
 * is shortened.
 * @contract C5.2
 */
export function refusal(parameter: string, message: string): RequestError {
  return invalidQuery(shown(parameter), message);
}
