import { SIGMA } from './dialect.js';

/**
 * Returns a string with folded case, in the same way as `folded` of every dialect folds a column.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll(SIGMA.final, SIGMA.plain);

/**
 * Returns the pattern for a dialect's `like`, in which `%`, `_` and the `mark` itself are escaped.
 * @contract C5.8
 */
export function likePattern(text: string, place: 'anywhere' | 'start', mark: string): string {
  const literal = foldCase(text)
    .replaceAll(mark, mark + mark)
    .replace(/[%_]/g, `${mark}$&`);
  return place === 'start' ? `${literal}%` : `%${literal}%`;
}

/**
 * Whether folding ASCII letters only is enough to find the string, in values of any alphabet. Of
 * all other characters, only the Kelvin sign folds to an ASCII letter, and the dotted capital I to
 * an ASCII letter and a combining mark.
 */
export function isFoundAsAscii(text: string): boolean {
  const folded = foldCase(text);
  return /^[\0-\x7f]*$/.test(folded) && !/k|i$/.test(folded);
}
