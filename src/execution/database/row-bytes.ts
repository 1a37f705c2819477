import type { Row } from './database.js';

/** What a short value takes. */
const VALUE = 8;

/**
 * About how many bytes a row holds: its texts in characters, its bytes, and a little for every
 * other value.
 */
export function bytesOf(row: Row): number {
  let bytes = row.length * VALUE;
  for (const value of row) {
    if (typeof value === 'string') bytes += value.length;
    else if (value instanceof Uint8Array) bytes += value.byteLength;
  }
  return bytes;
}
