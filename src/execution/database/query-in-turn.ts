import type { Connection, Row, Statement } from './database.js';

/** Runs statements one after another, where a driver has no way to send several at once. */
export async function queryInTurn(
  query: Connection['query'],
  statements: readonly Statement[],
): Promise<readonly Row[][]> {
  const answers: Row[][] = [];
  for (const { text, values } of statements) answers.push(await query(text, values));
  return answers;
}
