import {
  MigrationExecutor,
  type DataSource,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { ownTable } from '../../base/own-tables.js';
import { migrationMode } from './migration-mode.js';
import { runAlone } from './work-alone.js';

/**
 * Runs the pending migrations, each in its own transaction where the database supports it.
 * Processes that start together take turns, and all but the first find nothing left to do. Without
 * pending migrations this costs one small select.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await isPending(runner))) return;
  } finally {
    await runner.release();
  }
  await runAlone(dataSource.options, runPending);
}

async function runPending(runner: QueryRunner): Promise<void> {
  if (!(await isPending(runner))) return;
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = await migrationMode(runner);
  await executor.executePendingMigrations();
}

async function isPending(runner: QueryRunner): Promise<boolean> {
  const { migrations } = runner.dataSource;
  return migrations.length > 0 && (await findPending(runner, migrations)).length > 0;
}

/** A data source, or a query runner of it. */
type QuerySource = DataSource | QueryRunner;

/**
 * Returns the names of migrations that have not run. TypeORM's executor would first change the
 * schema.
 */
export async function findPending(
  source: QuerySource,
  migrations: readonly MigrationInterface[],
): Promise<readonly string[]> {
  const executed = await executedNames(source);
  return migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !executed.has(name));
}

async function executedNames(runner: QuerySource): Promise<ReadonlySet<string>> {
  try {
    const table = ownTable('dataSource' in runner ? runner.dataSource : runner, 'migrations');
    const rows = (await runner.query(`select name from ${table}`)) as { readonly name: string }[];
    return new Set(rows.map(({ name }) => name));
  } catch {
    // A database without migrations does not have this table. Any other fault appears as soon as
    // migrations run.
    return new Set();
  }
}
