import type { Session } from './run-transaction.js';
import { isConnectionLost, noConnectionInTime } from '../failures/translate-failure.js';

/**
 * Returns a session that sends nothing more over a lost connection. A rollback over a broken
 * network would take another timeout; the server rolls back by itself.
 */
export function failFastWhenLost(session: Session): Session {
  let isLost = false;
  const attempt = async <Result>(send: () => Promise<Result>): Promise<Result> => {
    if (isLost) throw noConnectionInTime();
    try {
      return await send();
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    }
  };
  return {
    get manager() {
      return session.manager;
    },
    query: (sql, values, bounds) => attempt(() => session.query(sql, values, bounds)),
    queryAll: (statements) => attempt(() => session.queryAll(statements)),
    commit: (last) => attempt(() => session.commit(last)),
    rollback: () => attempt(() => session.rollback()),
    close: (broken) => session.close(broken || isLost),
  };
}
