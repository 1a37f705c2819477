import { types } from 'node:util';

/**
 * Whether a value is an error. `instanceof` alone misses those of another realm (a test's sandbox,
 * a `vm` context), and errors of native drivers are not errors to the engine: their `stack` gives
 * them away.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error || hasStack(value);
}

const hasStack = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Error>).message === 'string' &&
  typeof (value as Partial<Error>).stack === 'string';
