import { isRecord } from './value-kind.js';

/** Deeper than any body may be nested. @contract C12 */
const MAX_DEPTH = 64;

/**
 * A text that equal JSON values share, whatever the order of their keys; what is nested beyond
 * bounds is all alike.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return canonicalAt(value, 0);
  const found = known.get(value) ?? canonicalAt(value, 0);
  known.set(value, found);
  return found;
}

/** A value is compared with many, and written once; it goes with its request. */
const known = new WeakMap<object, string>();

function canonicalAt(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '...';
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalAt(item, depth + 1)).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalAt(value[key], depth + 1)}`).join(',')}}`;
}
