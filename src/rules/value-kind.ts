import { decimalOf } from './decimals.js';
import { ReceivedFile } from './received-file.js';

/**
 * What a value is, and so what its size is: characters, the number itself, items, members or
 * kilobytes.
 */
export type ValueKind = 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'file';

/** A plain object, as JSON gives it. */
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

/** A number may be written as a text, as decimal columns have it, where no rule refuses that. */
export const isOfKind = (value: unknown, kind: ValueKind): boolean => isOf[kind](value);

/** What a value without a declared kind is, where it can be measured. */
export function kindOf(value: unknown): ValueKind | null {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ReceivedFile) return 'file';
  return isRecord(value) ? 'object' : null;
}
