/**
 * `npm run migration:generate -- src/resources/books/add-books`: writes a migration that makes the tables and columns
 * that entities have and the database of `DATABASE_URL` has not. TypeORM's own generator would write SQL of one
 * database, and drop every index that no entity names.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const [path, ...others] = process.argv.slice(2);
if (path === undefined || others.length > 0 || !/^[\w-]+$/.test(basename(path))) {
  console.error('Usage: npm run migration:generate -- <folder>/<name>, such as src/resources/books/add-books');
  process.exit(1);
}

const { default: dataSource } = await import('../var/typeorm/ormconfig.js');
const { findMissing } = await import('../var/typeorm/src/migrations/find-missing.js');
const { describeMigration } = await import('../var/typeorm/src/migrations/describe-migration.js');

/** @returns what is to be done with the file */
function write(gap) {
  const [stamp, name] = [Date.now(), basename(path)];
  const words = name.split(/[-_]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const className = `${words.join('')}${stamp}`;
  const way = relative(dirname(path), 'src/index.js');
  const entryPoint = way.startsWith('.') ? way : `./${way}`;
  const file = join(dirname(path), `${stamp}-${name}.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(file, describeMigration(gap, { className, entryPoint }));
  return `Wrote ${file}. Read it, and add ${className} to the migrations of its module.`;
}

await dataSource.initialize();
try {
  if (await dataSource.showMigrations())
    throw new Error('Migrations are pending. Run them first: npm run migration:run');
  const gap = await findMissing(dataSource);
  for (const name of gap.unknown) console.log(`${name} is in no entity. Drop it in a migration if nobody needs it.`);
  if (gap.tables.length + gap.columns.length === 0) console.log('The tables hold what the entities say.');
  else console.log(write(gap));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await dataSource.destroy();
}
