import { closest, distance } from 'fastest-levenshtein';

const MAX_NAME_LENGTH = 64;

/**
 * Returns the name that a caller probably meant: the closest existing one, or `undefined` if none
 * is close.
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || written.length > MAX_NAME_LENGTH) return undefined;
  const found = closest(written.toLowerCase(), names);
  const tolerated = Math.max(2, Math.floor(found.length / 3));
  return distance(written.toLowerCase(), found) <= tolerated ? found : undefined;
}

/** Returns ` Did you mean "name"? Allowed: a, b, c.`; the question only if a name is close. */
export function allowedNames(written: string, names: readonly string[]): string {
  const meant = nearest(written, names);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `${question} Allowed: ${names.length === 0 ? 'none' : names.join(', ')}.`;
}
