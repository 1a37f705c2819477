import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { doubling } from './doubling.mjs';

const seed = new URL('./seed.sql', import.meta.url);

/** The pristine dataset, which no server touches; runs work on copies. */
const TEMPLATE = 'dataset';
/** The database of a run. */
const COPY = 'bench';
/** The database that holds every row twice. */
const DOUBLED = 'doubled';

const url = (port, database) => `postgres://postgres@127.0.0.1:${port}/${database}`;

/** Runs `work` on a connection of its own. */
async function connected(port, database, work) {
  const client = new pg.Client({ connectionString: url(port, database) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Seeds the pristine dataset unless the one of this version is there (about ten seconds).
 *
 * @param {string} version what tells one seed from another; kept as the database's comment
 */
export async function seedPostgres(port, version) {
  const seeded = `select 1 from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2`;
  await connected(port, 'postgres', async (client) => {
    if ((await client.query(seeded, [TEMPLATE, version])).rowCount) return;
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
    await connected(port, TEMPLATE, fill);
    await client.query(`comment on database ${TEMPLATE} is '${version}'`);
  });
}

/**
 * Vacuum takes rows for visible to all only when their commit has reached the log, for which a
 * run's commits do not wait.
 */
const WAIT_FOR_LOG = 'set synchronous_commit = on';

async function fill(client) {
  await client.query(WAIT_FOR_LOG);
  await client.query(await readFile(seed, 'utf8'));
  await vacuum(client);
}

/**
 * Leaves the tables as a database keeps them that has been running: every page is known to be
 * visible to all.
 *
 * @throws Error that names the tables of which some page is not
 */
async function vacuum(client) {
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`,
  );
  if (rows.length)
    throw new Error(`Not vacuumed whole: ${rows.map(({ relname }) => relname).join(', ')}.`);
}

/**
 * Puts a fresh copy in the place of the last run's.
 *
 * @returns {Promise<string>} the copy's address
 */
export async function copyPostgres(port) {
  await connected(port, 'postgres', async (client) => {
    await client.query(`drop database if exists ${COPY} with (force)`);
    await client.query(`create database ${COPY} template ${TEMPLATE} strategy file_copy`);
  });
  return url(port, COPY);
}

/**
 * Makes room again where a run has changed every row: nothing does so by itself while a clock runs.
 */
export const vacuumCopy = (port) =>
  connected(port, COPY, (client) => client.query('vacuum analyze posts'));

/**
 * A second copy, with every row of users, posts and comments twice.
 *
 * @returns {Promise<string>} its address
 */
export async function copyDoubled(port) {
  await connected(port, 'postgres', async (client) => {
    await client.query(`drop database if exists ${DOUBLED} with (force)`);
    await client.query(`create database ${DOUBLED} template ${TEMPLATE} strategy file_copy`);
  });
  await connected(port, DOUBLED, async (client) => {
    await client.query(WAIT_FOR_LOG);
    for (const statement of doubling) await client.query(statement);
    await vacuum(client);
  });
  return url(port, DOUBLED);
}

/** Every row of a table of the pristine dataset, as arrays. */
export const readTable = (port, table) =>
  connected(
    port,
    TEMPLATE,
    async (client) =>
      (await client.query({ text: `select * from ${table}`, rowMode: 'array' })).rows,
  );

/** The server's version: `15.18`. */
export const postgresVersion = (port) =>
  connected(
    port,
    'postgres',
    async (client) =>
      (await client.query('show server_version')).rows[0].server_version.split(' ')[0],
  );
