import type { EntityManager, QueryRunner } from 'typeorm';
import type { Transaction } from './database.js';

const transactions = new WeakMap<QueryRunner, Transaction>();

/** Remembers the transaction of TypeORM's manager, for {@link transactionOf}. */
export function rememberTransaction(manager: EntityManager, transaction: Transaction): void {
  if (manager.queryRunner) transactions.set(manager.queryRunner, transaction);
}

/**
 * Returns the transaction that a manager writes in. Transactions that the manager nests in it share
 * its connection, so they have the same one.
 *
 * @throws TypeError for a manager outside of the service's transactions
 */
export function transactionOf({ queryRunner }: EntityManager): Transaction {
  const found = queryRunner && transactions.get(queryRunner);
  if (!found) throw new TypeError('The manager does not belong to a transaction of the service.');
  return found;
}
