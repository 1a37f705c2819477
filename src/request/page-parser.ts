import { quoted, refusal } from './refusal.js';

const DECIMAL = /^[1-9][0-9]*$/;

/** What every database takes as a page; past it no table has rows. */
const LAST_PAGE = 2 ** 31 - 1;

/**
 * A whole number from 1, in decimal digits alone: `01`, `1.0`, `+1`, `1e3` and ` 1` are refused.
 *
 * @contract C5.4
 * @throws `invalid_query` when the text is none, or passes `maximum`
 */
export function parseCount(parameter: string, text: string, maximum: number): number {
  if (!DECIMAL.test(text)) {
    throw refusal(
      parameter,
      `${quoted(text)} is not a whole number from 1 to ${maximum}, written in digits alone.`,
    );
  }
  const count = Number(text);
  if (count > maximum)
    throw refusal(parameter, `${quoted(text)} is past the maximum of ${maximum}.`);
  return count;
}

/**
 * The highest page number: its offset stays a safe integer at the largest page size.
 * @contract C5.4
 */
export function lastPage(perPage: number): number {
  return Math.min(LAST_PAGE, Math.floor(Number.MAX_SAFE_INTEGER / perPage));
}
