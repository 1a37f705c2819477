/** Characters of values per statement: databases limit the size of a packet. */
const MAX_STATEMENT = 4_000_000;

/**
 * Splits rows into pieces that one statement each can store; there is only one unless the values are
 * very large.
 *
 * @param sizeOf returns the characters of a row
 */
export function inPieces<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
): readonly (readonly Row[])[] {
  const pieces: Row[][] = [];
  let left = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (size > left) {
      pieces.push([]);
      left = MAX_STATEMENT;
    }
    pieces.at(-1)!.push(row);
    left -= size;
  }
  return pieces;
}
