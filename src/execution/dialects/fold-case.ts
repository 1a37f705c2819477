import { SIGMA } from './dialect.js';

/** A text without the difference of upper and lower case, in the way that every dialect's `folded` folds a column. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll(SIGMA.final, SIGMA.plain);

/** What `like … escape '!'` reads: `%`, `_` and the escape itself are characters like any other. @contract C5.8 */
export function likePattern(text: string, place: 'anywhere' | 'start'): string {
  const literal = foldCase(text).replace(/[!%_]/g, '!$&');
  return place === 'start' ? `${literal}%` : `%${literal}%`;
}
