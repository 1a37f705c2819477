import { quoted, refusal } from './refusal.js';

const DECIMAL = /^[1-9][0-9]*$/;

/** Every database accepts this page number; no table has rows beyond it. */
const LAST_PAGE = 2 ** 31 - 1;

/**
 * Parses a whole number from 1 that is written with digits only: `01`, `1.0`, `+1`, `1e3` and ` 1`
 * are rejected.
 *
 * @contract C5.4
 * @throws `invalid_query` if the input is not such a number, or exceeds `maximum`
 */
export function parseCount(parameter: string, input: string, maximum: number): number {
  if (!DECIMAL.test(input)) {
    throw refusal(
      parameter,
      `${quoted(input)} is not a whole number from 1 to ${maximum}, written with digits only.`,
    );
  }
  const count = Number(input);
  if (count > maximum)
    throw refusal(parameter, `${quoted(input)} exceeds the maximum of ${maximum}.`);
  return count;
}

/**
 * Returns the highest page number. Its offset is a safe integer even at the largest page size.
 * @contract C5.4
 */
export function lastPage(perPage: number): number {
  return Math.min(LAST_PAGE, Math.floor(Number.MAX_SAFE_INTEGER / perPage));
}
