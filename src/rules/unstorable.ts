import { isRecord } from './value-kind.js';

const { isArray } = Array;

const isStorableString = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Deeper than any body may be nested. @contract C12 */
const MAX_DEPTH = 64;

/**
 * Can it be stored, with all the texts and keys in it? NUL and halves of surrogate pairs cannot,
 * nor can what is nested without end. Linear.
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

/** The members of a body that cannot be stored, whether or not they have rules. @contract C1.7 */
export const findUnstorable = (values: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(values).filter((name) => !isStorable(values[name]));
