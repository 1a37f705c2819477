import { decimalOf } from './decimals.js';
import { ReceivedFile } from './received-file.js';

/**
 * The kind of a value. It decides what its size is: characters, the number itself, items, members
 * or kilobytes.
 */
export type ValueKind = 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'file';

/** Returns whether the value is a plain object, as in JSON. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof ReceivedFile);

const isOf: Readonly<Record<ValueKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => decimalOf(value) !== null,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' || value instanceof Date,
  array: Array.isArray,
  object: isRecord,
  file: (value) => value instanceof ReceivedFile,
};

/** Returns whether a value is of a kind. A number may be a string, as decimal columns have it. */
export const isOfKind = (value: unknown, kind: ValueKind): boolean => isOf[kind](value);

/** Returns the kind of a value without a declared kind, if it can be measured. */
export function kindOf(value: unknown): ValueKind | null {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ReceivedFile) return 'file';
  return isRecord(value) ? 'object' : null;
}
