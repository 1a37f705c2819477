import { isRecord } from './value-kind.js';

const { isArray } = Array;

const isStorableString = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** More levels than any body may have. @contract C12 */
const MAX_DEPTH = 64;

/**
 * Returns whether a value can be stored, with all its strings and keys. NUL characters, lone
 * surrogates and endless nesting cannot be stored. Linear.
 *
 * @contract C1.7
 */
export const isStorable = (value: unknown): boolean => isStorableAt(value, 0);

function isStorableAt(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableString(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (isArray(value)) return value.every((item) => isStorableAt(item, depth + 1));
  if (!isRecord(value)) return true;
  return Object.keys(value).every(
    (key) => isStorableString(key) && isStorableAt(value[key], depth + 1),
  );
}

/** Returns the members of a body that cannot be stored, even if they have no rules. @contract C1.7 */
export const findUnstorable = (values: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(values).filter((name) => !isStorable(values[name]));
