import { types } from 'node:util';

/**
 * Returns whether a value is an error. `instanceof` alone misses errors of another realm (a test's
 * sandbox, a `vm` context). The engine does not count errors of native drivers as errors; they have
 * a `stack`.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error || hasStack(value);
}

const hasStack = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Error>).message === 'string' &&
  typeof (value as Partial<Error>).stack === 'string';
