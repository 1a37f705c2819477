import { DataSource, type Migration } from 'typeorm';
import { prefixOwnTables } from '../../base/own-tables.js';
import { lockMigrations } from '../opening/migration-lock.js';

/**
 * A data source for TypeORM's command line. Like the service at startup, it waits for other
 * processes that migrate.
 */
export class MigratingDataSource extends DataSource {
  protected override async buildMetadatas(): Promise<void> {
    await super.buildMetadatas();
    prefixOwnTables(this);
  }

  override runMigrations(
    options?: Parameters<DataSource['runMigrations']>[0],
  ): Promise<Migration[]> {
    // One transaction per migration, so that completed ones persist when a later one fails.
    return this.alone(() => super.runMigrations({ ...options, transaction: 'each' }));
  }

  override undoLastMigration(
    options?: Parameters<DataSource['undoLastMigration']>[0],
  ): Promise<void> {
    return this.alone(() => super.undoLastMigration(options));
  }

  private async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const runner = this.createQueryRunner();
    try {
      const unlock = await lockMigrations(runner);
      try {
        return await work();
      } finally {
        await unlock();
      }
    } finally {
      await runner.release();
    }
  }
}
