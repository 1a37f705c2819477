import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Database } from './database.js';
import { lockMigrations } from './migration-lock.js';

/**
 * Runs work that one process at a time may do, such as filling an empty database: others that come with theirs, or to
 * migrate, wait for their turn, ten minutes at most. The lock goes with the process that holds it. It takes a connection
 * of its own, so that the work has the whole pool.
 */
export async function workAlone<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const { options } = database.dataSource;
  const side = new DataSource({
    ...options,
    entities: [],
    migrations: [],
    subscribers: [],
    poolSize: 1,
  } as DataSourceOptions);
  await side.initialize();
  try {
    const unlock = await lockMigrations(side.createQueryRunner());
    try {
      return await work();
    } finally {
      await unlock();
    }
  } finally {
    await side.destroy();
  }
}
