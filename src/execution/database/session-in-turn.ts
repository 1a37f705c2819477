import type { Connection, Row, Statement } from './database.js';
import type { Session } from './run-transaction.js';
import type { TransactionRunner } from './transaction-runner.js';

/**
 * The part of a session that is alike where a driver has no way to send several statements at once.
 */
export function sessionInTurn(
  runner: TransactionRunner,
  query: Connection['query'],
): Pick<Session, 'manager' | 'query' | 'queryAll' | 'commit'> {
  const queryAll = async (statements: readonly Statement[]): Promise<readonly Row[][]> => {
    const answers: Row[][] = [];
    for (const { text, values, bounds } of statements)
      answers.push(await query(text, values, bounds));
    return answers;
  };
  return {
    manager: runner.manager,
    query,
    queryAll,
    async commit(last) {
      await queryAll(last);
      await runner.commitAll();
    },
  };
}
