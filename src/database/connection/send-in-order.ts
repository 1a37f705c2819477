import type { Connection, Row, Statement } from './database.js';

/** Sends statements on a connection whose driver cannot send several at once. */
export async function sendInOrder(
  connection: Connection,
  statements: readonly Statement[],
): Promise<readonly Row[][]> {
  const results: Row[][] = [];
  for (const { sql, values, bounds } of statements)
    results.push(await connection.query(sql, values, bounds));
  return results;
}
