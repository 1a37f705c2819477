import { DataSource, type Migration, type QueryRunner } from 'typeorm';
import { prefixOwnTables } from '../../base/own-tables.js';
import { lockMigrations } from '../opening/migration-lock.js';
import { migrationMode } from '../opening/migration-mode.js';

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
    return this.alone(async (runner) =>
      super.runMigrations({ ...options, transaction: await migrationMode(runner) }),
    );
  }

  override undoLastMigration(
    options?: Parameters<DataSource['undoLastMigration']>[0],
  ): Promise<void> {
    return this.alone(async (runner) => {
      const mode = await migrationMode(runner);
      await super.undoLastMigration(mode === 'none' ? { ...options, transaction: mode } : options);
    });
  }

  private async alone<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    const runner = this.createQueryRunner();
    try {
      const unlock = await lockMigrations(runner);
      try {
        return await work(runner);
      } finally {
        await unlock();
      }
    } finally {
      await runner.release();
    }
  }
}
