import type { DataSourceOptions, QueryRunner } from 'typeorm';
import { EntitySource } from '../../registry/schema/entity-source.js';
import type { Database } from '../connection/database.js';
import { watchConnection } from '../engines/postgres/watch-connection.js';
import { lockMigrations } from './migration-lock.js';

/**
 * Runs work in one process at a time, such as filling an empty database. Other processes that call
 * this, or that migrate, wait for their turn, ten minutes at most. The lock ends with the process
 * that holds it. It uses a separate connection, so that the work has the whole pool.
 */
export function workAlone<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  return runAlone(
    { ...database.dataSource.options, entities: [], migrations: [], subscribers: [] },
    work,
  );
}

/**
 * Runs work while a separate connection holds the lock of migrations. Statements of that connection
 * have no timeout.
 *
 * @param work receives the connection that holds the lock
 */
export async function runAlone<Result>(
  options: DataSourceOptions,
  work: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  const side = new EntitySource(withoutTimeout(options));
  await side.initialize();
  try {
    const runner = side.createQueryRunner();
    const unlock = await lockMigrations(runner);
    try {
      return await work(runner);
    } finally {
      await unlock();
      await runner.release();
    }
  } finally {
    await side.destroy();
  }
}

/** TypeORM has `enableQueryTimeout` for MariaDB and MySQL. */
function withoutTimeout(options: DataSourceOptions): DataSourceOptions {
  if (options.type === 'postgres') {
    const extra = { ...(options.extra as object), onConnect: watchConnection(0) };
    return { ...options, poolSize: 1, extra };
  }
  return { ...options, poolSize: 1, enableQueryTimeout: false } as DataSourceOptions;
}
