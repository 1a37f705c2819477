import { Argument, InvalidArgumentError } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CliCall, CliCommand, CommandResult } from '../program/cli-command.js';
import { CommandError } from '../program/errors.js';
import type { Migrations } from '../tasks/with-migrations.js';

/**
 * `resource-api migrate generate src/books/add-books`. TypeORM's own generator would write SQL for
 * one database, and drop every index that no entity names.
 */
export const migrateGenerate: CliCommand = {
  name: 'migrate generate',
  about:
    'Writes a migration that creates the tables and columns that the entities have and the database of DATABASE_URL does not have.',
  arguments: [
    new Argument('<path>', 'the folder and the name of the migration').argParser(verifyName),
  ],
  json: true,
  examples: ['migrate generate src/books/add-books'],
  async run(call: CliCall) {
    const { withMigrations } = await import('../tasks/with-migrations.js');
    const path = call.args[0] as string;
    return withMigrations(call, (migrations) => generate(migrations, path, call.process.folder));
  },
};

function verifyName(path: string): string {
  if (/^[\w-]+$/.test(basename(path))) return path;
  throw new InvalidArgumentError(
    'It must be a folder and a name of letters, digits, "-" and "_", such as src/books/add-books.',
  );
}

async function generate(
  migrations: Migrations,
  path: string,
  folder: string,
): Promise<CommandResult> {
  const [{ describeMigration }, { findMissing, isTableOf }] = await Promise.all([
    import('../../../database/migrations/describe-migration.js'),
    import('../../../database/migrations/find-missing.js'),
  ]);
  if ((await migrations.pending()).length > 0)
    throw new CommandError('Migrations are pending. Run them first: resource-api migrate run');
  const isExisting = isTableOf(migrations.existing);
  const gap = await findMissing(migrations.dataSource, (table) => !isExisting(table));
  const { unknown } = gap;
  const notes = unknown.map(
    (name) => `${name} is in no entity. Drop it in a migration if nobody needs it.`,
  );
  if (gap.tables.length + gap.columns.length === 0)
    return {
      text: [...notes, 'The database has all tables and columns of the entities.'].join('\n'),
      data: { file: null, className: null, unknown },
    };
  const [stamp, name] = [Date.now(), basename(path)];
  const className = `${pascalCase(name)}${stamp}`;
  const file = join(dirname(path), `${stamp}-${name}.ts`);
  await mkdir(resolve(folder, dirname(path)), { recursive: true });
  await writeFile(resolve(folder, file), describeMigration(gap, { className }));
  const next = `Wrote ${file}. Read it, and add ${className} to the migrations of its module.`;
  return { text: [...notes, next].join('\n'), data: { file, className, unknown } };
}

const pascalCase = (name: string): string =>
  name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
