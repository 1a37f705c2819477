import type { Row } from './database.js';

/** The bytes of a short value. */
const VALUE = 8;

/**
 * Returns the approximate bytes of a row: the characters of its strings, its binary data, and a few
 * bytes for every other value.
 */
export function bytesOf(row: Row): number {
  let bytes = row.length * VALUE;
  for (const value of row) {
    if (typeof value === 'string') bytes += value.length;
    else if (value instanceof Uint8Array) bytes += value.byteLength;
  }
  return bytes;
}
