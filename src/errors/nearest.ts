import { closest, distance } from 'fastest-levenshtein';

const MAX_NAME_LENGTH = 64;

/**
 * The name that a caller probably meant: the closest of those that exist, or `undefined` when none
 * is close.
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || written.length > MAX_NAME_LENGTH) return undefined;
  const found = closest(written.toLowerCase(), names);
  const tolerated = Math.max(2, Math.floor(found.length / 3));
  return distance(written.toLowerCase(), found) <= tolerated ? found : undefined;
}

/** ` Did you mean "name"? Allowed: a, b, c.`, as far as there is something to say. */
export function allowedNames(written: string, names: readonly string[]): string {
  const meant = nearest(written, names);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `${question} Allowed: ${names.length === 0 ? 'none' : names.join(', ')}.`;
}
