import { DataSource, type Migration } from 'typeorm';
import { transactionOfMigrations } from '../execution/database/migrate.js';
import { lockMigrations } from '../execution/database/migration-lock.js';

/**
 * A data source for TypeORM's command line. Like the service at startup, it waits for other
 * processes that migrate.
 */
export class MigratingDataSource extends DataSource {
  override runMigrations(
    options?: Parameters<DataSource['runMigrations']>[0],
  ): Promise<Migration[]> {
    // One transaction per migration, so that completed ones persist when a later one fails.
    return this.alone((transaction) => super.runMigrations({ ...options, transaction }));
  }

  override undoLastMigration(
    options?: Parameters<DataSource['undoLastMigration']>[0],
  ): Promise<void> {
    return this.alone((transaction) =>
      super.undoLastMigration(transaction === 'none' ? { ...options, transaction } : options),
    );
  }

  private async alone<Result>(
    work: (transaction: 'each' | 'none') => Promise<Result>,
  ): Promise<Result> {
    const runner = this.createQueryRunner();
    try {
      const unlock = await lockMigrations(runner);
      try {
        return await work(await transactionOfMigrations(runner));
      } finally {
        await unlock();
      }
    } finally {
      await runner.release();
    }
  }
}
