import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { transactionRunnerOf } from '../../connection/transaction-runner.js';

/** What PostgreSQL reports for each statement after one that has failed. */
const ABORTED = '25P02';

/** An error of pg, or one of TypeORM around it. */
interface Failure extends Error {
  readonly code?: unknown;
  readonly driverError?: { readonly code?: unknown };
}

/**
 * A query runner that remembers why its transaction cannot go on. Code that catches the error of a
 * statement and goes on would otherwise get an error that explains nothing, or a commit that writes
 * nothing.
 */
export class PostgresRunner extends transactionRunnerOf(PostgresQueryRunner) {
  /** Why the transaction cannot go on; `undefined` as long as it can. */
  failure: Error | undefined;

  override async query(...statement: Parameters<PostgresQueryRunner['query']>): Promise<never> {
    try {
      const result = (await super.query(...(statement as [string]))) as never;
      this.noteSuccess();
      return result;
    } catch (error) {
      throw this.causeOf(error);
    }
  }

  /** Nothing succeeds after a failure, except going back to a savepoint. */
  noteSuccess(): void {
    this.failure = undefined;
  }

  /** Returns the error for a statement that has failed. */
  causeOf(error: unknown): Error {
    const failure = error as Failure;
    if ((failure.driverError ?? failure).code !== ABORTED) this.failure = failure;
    return this.failure ?? failure;
  }
}
