import type { Session } from './run-transaction.js';
import { isConnectionLost, noConnectionInTime } from './translate-failure.js';

/**
 * A session that asks nothing more of a connection that is lost. Undoing a transaction over a
 * network that swallows everything would take as long again as finding that out; the server undoes
 * it by itself.
 */
export function failFastWhenLost(session: Session): Session {
  let isLost = false;
  const ask = async <Result>(question: () => Promise<Result>): Promise<Result> => {
    if (isLost) throw noConnectionInTime();
    try {
      return await question();
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    }
  };
  return {
    get manager() {
      return session.manager;
    },
    query: (sql, values, bounds) => ask(() => session.query(sql, values, bounds)),
    queryAll: (statements) => ask(() => session.queryAll(statements)),
    commit: (last) => ask(() => session.commit(last)),
    rollback: () => ask(() => session.rollback()),
    close: (broken) => session.close(broken || isLost),
  };
}
