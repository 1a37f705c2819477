import type { QueryRunner } from 'typeorm';

/**
 * Tells a runner how deep in transactions it stands; TypeORM keeps the number to itself, and offers
 * no other way to begin one by a text of one's own. Set to 1 before the end, it makes COMMIT and
 * ROLLBACK of what would end a savepoint only, where work on a nested transaction was not awaited:
 * the connection would go on, half open, to the next request.
 */
export function setTransactionDepth(runner: QueryRunner, depth: 0 | 1): void {
  Object.assign(runner, { isTransactionActive: depth > 0, transactionDepth: depth });
}

/** Commits the whole transaction. */
export function commitAll(runner: QueryRunner): Promise<void> {
  setTransactionDepth(runner, 1);
  return runner.commitTransaction();
}

/** Undoes the whole transaction. */
export function rollbackAll(runner: QueryRunner): Promise<void> {
  setTransactionDepth(runner, 1);
  return runner.rollbackTransaction();
}
