import { nearest } from '../../base/errors/index.js';

/** What to write in place of a wrong name: the nearest there is, else all there are. */
export function suggestName(written: string, names: Iterable<string>): string {
  const known = [...names];
  const meant = nearest(written, known);
  if (meant !== undefined) return `"${meant}"`;
  return known.length === 0 ? 'nothing, since no name is declared' : `one of ${known.join(', ')}`;
}
