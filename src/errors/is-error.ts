import { types } from 'node:util';

/** Whether it is an error: of another realm, or of a driver that inherits from `Error` without being one of the engine's. */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error;
}
