import type { OmittedMembers } from '../registry/resources/compiled-resource.js';

/**
 * Returns the values of a log row without the members that are hidden from the caller. Without the
 * key of the row's resource, or with a value that is not an object, hidden members cannot be
 * distinguished, so nothing is shown.
 *
 * @param type the key of the row's resource; `null` for a row that belongs to no record
 * @contract C5.9, C8.3
 */
export function withoutOmitted(value: unknown, { names }: OmittedMembers, type: unknown): unknown {
  if (value === null) return null;
  if (value === undefined || type === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  const hidden = names.get(String(type));
  if (!hidden) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.has(name)));
}
