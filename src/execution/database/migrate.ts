import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { lockMigrations } from './migration-lock.js';

/**
 * Runs the migrations that are pending, each in a transaction of its own. Processes that start together take turns, and
 * all but the first find nothing left to do. With nothing pending it costs one small select.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (await isPending(runner)) await runPending(runner);
  } finally {
    await runner.release();
  }
}

async function runPending(runner: QueryRunner): Promise<void> {
  const unlock = await lockMigrations(runner);
  try {
    if (!(await isPending(runner))) return;
    const executor = new MigrationExecutor(runner.dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    await unlock();
  }
}

/** Asks without TypeORM's executor, which writes into the schema before it looks. */
async function isPending(runner: QueryRunner): Promise<boolean> {
  const { migrations } = runner.dataSource;
  if (migrations.length === 0) return false;
  const names = await executedNames(runner);
  return migrations.some((migration) => !names.has(migration.name ?? migration.constructor.name));
}

async function executedNames(runner: QueryRunner): Promise<ReadonlySet<string>> {
  try {
    const rows = (await runner.query('select name from migrations')) as { readonly name: string }[];
    return new Set(rows.map(({ name }) => name));
  } catch {
    // A database that nobody has migrated yet has no such table; any other fault shows as soon as migrations run.
    return new Set();
  }
}
