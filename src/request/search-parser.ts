import { refusal } from './refusal.js';

/**
 * Returns the search term; `null` if it is empty, which means no search.
 *
 * @param longest the maximum number of characters
 * @contract C5.2, C5.8, C12
 * @throws `invalid_query` if it is longer
 */
export function parseSearch(parameter: string, input: string, longest: number): string | null {
  const length = [...input].length;
  if (length > longest)
    throw refusal(
      parameter,
      `The search term has ${length} characters; the maximum is ${longest}.`,
    );
  return input === '' ? null : input;
}
