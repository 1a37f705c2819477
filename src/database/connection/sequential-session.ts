import type { Connection, Row, Statement } from './database.js';
import type { Session } from './run-transaction.js';
import type { TransactionRunner } from './transaction-runner.js';

/** Returns the shared part of sessions whose driver cannot send several statements at once. */
export function sequentialSession(
  runner: TransactionRunner,
  query: Connection['query'],
): Pick<Session, 'manager' | 'query' | 'queryAll' | 'commit'> {
  const queryAll = async (statements: readonly Statement[]): Promise<readonly Row[][]> => {
    const results: Row[][] = [];
    for (const { sql, values, bounds } of statements)
      results.push(await query(sql, values, bounds));
    return results;
  };
  return {
    manager: runner.manager,
    query,
    queryAll,
    async commit(last) {
      const results = await queryAll(last);
      await runner.commitAll();
      return results;
    },
  };
}
