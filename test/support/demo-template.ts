import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../../src/database/opening/create-database.js';
import { deployment } from '../../demo/deployment.js';
import { collectSchema } from '../../src/app/database/collect-schema.js';
import { defaultLimits } from '../../src/options/limits.js';
import { readEnvironment } from '../../src/options/read-environment.js';
import { seedDemo } from '../../demo/seed/seed-demo.js';
import {
  databaseUnderTest,
  onPostgres,
  posing,
  postgresDatabase,
  testDatabase,
  testDialect,
  type DatabaseUnderTest,
} from './databases.js';
import type { PosedServer } from './posing-server.js';

/** The sources of the seeded database: a change in one of these creates another template. */
const sources = [
  'src/modules/auth/migrations',
  'src/modules/action-log/migrations',
  'src/addons/safe-writes/migrations',
  'demo/migrations',
  'demo/seed',
];

/**
 * A database that is migrated and contains the demo. The first one is kept as a template, which
 * later runs copy, too; MariaDB cannot copy a database, and is seeded each time.
 */
export async function seededDatabase(): Promise<DatabaseUnderTest> {
  const name = `resource_api_demo_${await fingerprint()}`;
  if (testDialect === 'sqlite') return copyOfFile(join(tmpdir(), `${name}.sqlite`));
  if (testDialect === 'postgres') return copyOfDatabase(name);
  const place = await databaseUnderTest();
  await seed(place.url);
  return place;
}

/**
 * The first process creates it in a temporary place and then moves it, so that concurrent runs do
 * not disturb each other.
 */
async function copyOfFile(template: string): Promise<DatabaseUnderTest> {
  if (!existsSync(template)) {
    const folder = await mkdtemp(`${template}-`);
    await seed(`sqlite:${join(folder, 'new')}`);
    await rename(join(folder, 'new'), template);
    await rm(folder, { recursive: true });
  }
  const place = await databaseUnderTest();
  await copyFile(template, place.url.slice('sqlite:'.length));
  return place;
}

async function copyOfDatabase(template: string): Promise<DatabaseUnderTest> {
  const found = await onPostgres(`select 1 from pg_database where datname = '${template}'`);
  if (found.length === 0) await makeTemplate(template);
  const copy = await postgresDatabase(template);
  return testDatabase === 'postgres' ? copy : posing(copy, testDatabase as PosedServer);
}

async function makeTemplate(template: string): Promise<void> {
  const place = await postgresDatabase();
  await seed(place.url);
  const name = new URL(place.url).pathname.slice(1);
  // Another run may have been faster; its database contains the same rows.
  await onPostgres(`alter database ${name} rename to ${template}`).catch(() => place.dispose());
}

async function seed(url: string): Promise<void> {
  const { modules } = deployment(readEnvironment({ DATABASE_URL: url }));
  const { entities, migrations } = collectSchema(modules);
  const database = await createDatabase({ url }, defaultLimits, entities, migrations);
  await seedDemo(database);
  await database.close();
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of (await readdir(source)).sort())
      if (file.endsWith('.ts')) hash.update(await readFile(join(source, file)));
  return hash.digest('hex').slice(0, 12);
}
