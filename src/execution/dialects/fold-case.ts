import { SIGMA } from './dialect.js';

/**
 * A text without the difference of upper and lower case, in the way that every dialect's `folded`
 * folds a column.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll(SIGMA.final, SIGMA.plain);

/**
 * What a dialect's `like` reads: `%`, `_` and the `mark` itself are characters like any other.
 * @contract C5.8
 */
export function likePattern(text: string, place: 'anywhere' | 'start', mark: string): string {
  const literal = foldCase(text)
    .replaceAll(mark, mark + mark)
    .replace(/[%_]/g, `${mark}$&`);
  return place === 'start' ? `${literal}%` : `%${literal}%`;
}

/**
 * Is the text found by folding the letters of ASCII alone, whatever the alphabet of what is
 * searched? Of all other characters, only the Kelvin sign folds to a letter of ASCII by itself, and
 * the dotted capital I to one and a mark.
 */
export function isFoundAsAscii(text: string): boolean {
  const folded = foldCase(text);
  return /^[\0-\x7f]*$/.test(folded) && !/k|i$/.test(folded);
}
