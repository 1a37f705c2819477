import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DataSource } from 'typeorm';
import { isError } from '../errors/index.js';
import { migrationDataSource } from '../migration-data-source.js';
import { describeMigration } from '../migrations/describe-migration.js';
import { findMissing } from '../migrations/find-missing.js';
import { readEnvironment } from '../options/read-environment.js';
import type { Command } from './command.js';

const usage = 'Usage: resource-api migration:generate <folder>/<name>, such as src/books/add-books';

/**
 * `resource-api migration:generate src/books/add-books`: writes a migration that makes the tables
 * and columns that the entities have and the database of `DATABASE_URL` does not have. TypeORM's
 * own generator would write SQL for one database, and drop every index that no entity names.
 */
export const run: Command['run'] = async ([path, ...others], load) => {
  try {
    if (path === undefined || others.length > 0 || !/^[\w-]+$/.test(basename(path)))
      throw new Error(usage);
    const deployment = await load();
    const dataSource = await migrationDataSource(deployment(readEnvironment(process.env)));
    await dataSource.initialize();
    try {
      console.log(await generate(dataSource, path));
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    console.error(isError(error) ? error.message : error);
    process.exitCode = 1;
  }
};

/** Writes the file, and returns what to print. */
async function generate(dataSource: DataSource, path: string): Promise<string> {
  if (await dataSource.showMigrations())
    throw new Error('Migrations are pending. Run them first: typeorm migration:run');
  const gap = await findMissing(dataSource);
  const unknown = gap.unknown.map(
    (name) => `${name} is in no entity. Drop it in a migration if nobody needs it.`,
  );
  if (gap.tables.length + gap.columns.length === 0)
    return [...unknown, 'The database has all tables and columns of the entities.'].join('\n');
  const [stamp, name] = [Date.now(), basename(path)];
  const className = `${pascalCase(name)}${stamp}`;
  const file = join(dirname(path), `${stamp}-${name}.ts`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(file, describeMigration(gap, { className }));
  const next = `Wrote ${file}. Read it, and add ${className} to the migrations of its module.`;
  return [...unknown, next].join('\n');
}

const pascalCase = (name: string): string =>
  name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
