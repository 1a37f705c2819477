import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPostgres, postgresVersion, seedPostgres } from './postgres.mjs';
import { copySqlite, isSeeded, seedSqlite } from './sqlite.mjs';

/** Changes with the dataset, so that an older version in var/ is not used. */
const version = ['seed.sql', 'sqlite-schema.sql', 'postgres.mjs']
  .reduce(
    (hash, file) => hash.update(readFileSync(new URL(file, import.meta.url))),
    createHash('sha256'),
  )
  .digest('hex')
  .slice(0, 12);

/**
 * Seeds missing datasets and creates copies for a run, so that writes of a server do not outlive
 * it. The SQLite file is always created, because responses are checked against it.
 *
 * @param {string} home the folder of the databases
 * @param {Set<string>} engines the measured engines: `pg`, `sqlite`
 * @param {() => Promise<{ port: number }>} startCluster called once, and only if PostgreSQL is
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
