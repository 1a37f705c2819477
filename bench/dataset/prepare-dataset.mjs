import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPostgres, postgresVersion, seedPostgres } from './postgres.mjs';
import { copySqlite, isSeeded, seedSqlite } from './sqlite.mjs';

/** Changes with the dataset, so that what an older version left in var/ is not taken for it. */
const version = ['seed.sql', 'sqlite-schema.sql', 'postgres.mjs']
  .reduce(
    (hash, file) => hash.update(readFileSync(new URL(file, import.meta.url))),
    createHash('sha256'),
  )
  .digest('hex')
  .slice(0, 12);

/**
 * Seeds what is missing and gives a run its own copies, so that nothing a server writes outlives
 * the run. The SQLite file is always made: the answers are checked against it.
 *
 * @param {string} home where the databases lie
 * @param {Set<string>} engines those that are measured: `pg`, `sqlite`
 * @param {() => Promise<{ port: number }>} startCluster called once, and only when PostgreSQL is
 * needed
 */
export async function prepareDataset(home, engines, startCluster) {
  const file = join(home, `dataset-${version}.sqlite`);
  const addresses = {};
  let cluster;
  if (engines.has('pg') || !isSeeded(file)) {
    cluster = await startCluster();
    await seedPostgres(cluster.port, version);
    if (!isSeeded(file)) await seedSqlite(file, cluster.port);
    cluster.version = await postgresVersion(cluster.port);
  }
  if (engines.has('pg')) addresses.pg = await copyPostgres(cluster.port);
  if (engines.has('sqlite')) addresses.sqlite = await copySqlite(file, join(home, 'run.sqlite'));
  return { file, addresses, cluster };
}
