import { oncePer } from '../../base/once-per.js';
import { isRecord } from './value-kind.js';

/** More levels than any body may have. @contract C12 */
const MAX_DEPTH = 64;

/**
 * Returns the same string for equal JSON values, regardless of the order of their keys. Values
 * below the deepest level are all equal.
 */
export const canonical = (value: unknown): string =>
  typeof value === 'object' && value !== null ? canonicalOf(value) : canonicalAt(value, 0);

/** Caches the strings, because a value is compared with many others. */
const canonicalOf = oncePer((value: object) => canonicalAt(value, 0));

function canonicalAt(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '...';
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalAt(item, depth + 1)).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalAt(value[key], depth + 1)}`).join(',')}}`;
}
