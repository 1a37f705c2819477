import { refusal } from './refusal.js';

/**
 * The text that is searched for; `null` where it is empty, which is no search.
 *
 * @param longest characters that it may have
 * @contract C5.2, C5.8, C12
 * @throws `invalid_query` when it is longer
 */
export function parseSearch(parameter: string, input: string, longest: number): string | null {
  const length = [...input].length;
  if (length > longest)
    throw refusal(
      parameter,
      `The text has ${length} characters; one that is searched for has at most ${longest}.`,
    );
  return input === '' ? null : input;
}
