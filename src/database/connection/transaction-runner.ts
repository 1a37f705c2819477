import type { QueryRunner } from 'typeorm';
import type { BaseQueryRunner } from 'typeorm/query-runner/BaseQueryRunner.js';

/**
 * A query runner of TypeORM for a transaction that begins with our own statement: in one packet
 * with the first statement on PostgreSQL, as `BEGIN IMMEDIATE` on SQLite. TypeORM counts the depth
 * of its transactions and begins only the outermost one; these methods update the count.
 */
export interface TransactionRunner extends QueryRunner {
  /** Counts the transaction that we have begun. TypeORM nests its own inside it with savepoints. */
  enterTransaction(): void;
  /** Resets the count, once the database has ended our transaction. */
  leaveTransaction(): void;
  /**
   * Commits the whole transaction, also where a nested one was not awaited and is still open.
   * TypeORM alone would release its savepoint and leave ours open on the connection.
   */
  commitAll(): Promise<void>;
  /** Rolls back the whole transaction, nested ones included. */
  rollbackAll(): Promise<void>;
}

// TypeScript requires `any[]` of the class that a mixin extends.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type RunnerClass = new (...values: any[]) => BaseQueryRunner & QueryRunner;

/** Returns the engine's class of query runners with the methods of {@link TransactionRunner}. */
export function transactionRunnerOf<Runner extends RunnerClass>(
  Runner: Runner,
): new (...values: ConstructorParameters<Runner>) => TransactionRunner {
  // Abstract for the compiler only: the engine's class implements what BaseQueryRunner leaves open.
  abstract class Counting extends (Runner as RunnerClass) implements TransactionRunner {
    override manager = this.dataSource.createEntityManager(this);

    enterTransaction(): void {
      this.countTransactions(1);
    }

    leaveTransaction(): void {
      this.countTransactions(0);
    }

    commitAll(): Promise<void> {
      this.countTransactions(1);
      return this.commitTransaction();
    }

    rollbackAll(): Promise<void> {
      this.countTransactions(1);
      return this.rollbackTransaction();
    }

    private countTransactions(depth: 0 | 1): void {
      this.isTransactionActive = depth > 0;
      this.transactionDepth = depth;
    }
  }
  return Counting as unknown as new (...values: ConstructorParameters<Runner>) => TransactionRunner;
}
