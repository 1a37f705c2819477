import type { PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { transactionRunnerOf } from '../../connection/transaction-runner.js';
import type { TransactionFailure } from './transaction-failure.js';

/** TypeORM's query runner for a transaction on a connection that it does not own. */
export class PostgresRunner extends transactionRunnerOf(PostgresQueryRunner) {
  constructor(
    driver: PostgresDriver,
    private readonly client: PoolClient,
    private readonly failure: TransactionFailure,
  ) {
    super(driver, 'master');
  }

  override connect(): Promise<PoolClient> {
    return Promise.resolve(this.client);
  }

  override async query(...statement: Parameters<PostgresQueryRunner['query']>): Promise<never> {
    try {
      const result = (await super.query(...(statement as [string]))) as never;
      this.failure.noteSuccess();
      return result;
    } catch (error) {
      throw this.failure.causeOf(error);
    }
  }
}
