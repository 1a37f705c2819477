import type { PoolConnection, Query } from 'mysql2';
import type { Row, RowMeter } from '../../connection/database.js';
import { LongResult } from '../../connection/long-result.js';
import { bytesOf } from '../../connection/row-bytes.js';

/**
 * Collects the rows of a statement that was sent, as arrays, while they arrive.
 *
 * @param meter stops a result that is too long; the statement then fails with its error
 */
export function gatherRows(
  statement: Query,
  connection: PoolConnection,
  meter: RowMeter | undefined,
  result: (error: unknown, rows: Row[]) => void,
): void {
  const rows: Row[] = [];
  let failure: unknown = null;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    result(long?.failure ?? failure, rows);
  };
  // A connection that is lost or dropped does not end its statement by itself.
  const endSoon = (): void => process.nextTick(end);
  const disconnect = (): void => {
    connection.destroy();
    endSoon();
  };
  const long = meter ? new LongResult(meter, disconnect) : null;
  statement
    .on('result', (row: unknown) => {
      // A write returns a header instead of rows.
      if (Array.isArray(row) && (long === null || long.keeps(bytesOf(row)))) rows.push(row);
    })
    .on('error', (error) => {
      failure = error;
      endSoon();
    })
    .on('end', end);
}
