import { MASK } from '../action-log/logged-values.js';

/**
 * Returns a JSON value with strings in place of some members.
 *
 * @param paths dotted paths; `*` is each item of a list
 */
export function maskFields(value: unknown, paths: readonly string[]): unknown {
  if (paths.length === 0) return value;
  const masked = structuredClone(value);
  for (const path of paths) maskAt(masked, path.split('.'));
  return masked;
}

function maskAt(value: unknown, [name, ...rest]: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown>;
  for (const key of name === '*' ? Object.keys(members) : [name!]) {
    if (!Object.hasOwn(members, key)) continue;
    if (rest.length > 0) maskAt(members[key], rest);
    else members[key] = MASK;
  }
}
