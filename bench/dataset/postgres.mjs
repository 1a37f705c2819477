import { readFile } from 'node:fs/promises';
import pg from 'pg';

const seed = new URL('./seed.sql', import.meta.url);

/** The original dataset, which no server uses; runs work on copies. */
const TEMPLATE = 'dataset';
/** The database of a run. */
const COPY = 'bench';
/** The database whose posts become more. */
const GROWING = 'growing';

const url = (port, database) => `postgres://postgres@127.0.0.1:${port}/${database}`;

/** Runs `work` on its own connection. */
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
 * Seeds the original dataset unless the one of this version exists (about ten seconds).
 *
 * @param {string} version identifies the seed; stored as the database's comment
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
 * Vacuum only marks rows as visible to all once their commit has reached the log, and commits of a
 * run do not wait for that.
 */
const WAIT_FOR_LOG = 'set synchronous_commit = on';

async function fill(client) {
  await client.query(WAIT_FOR_LOG);
  await client.query(await readFile(seed, 'utf8'));
  await vacuum(client);
}

/**
 * Brings the tables into the state of a running database: every page is marked as visible to all.
 *
 * @throws Error with the tables that have other pages
 */
async function vacuum(client) {
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`,
  );
  if (rows.length)
    throw new Error(`Not completely vacuumed: ${rows.map(({ relname }) => relname).join(', ')}.`);
}

/**
 * Replaces the copy of the last run.
 *
 * @returns {Promise<string>} the copy's URL
 */
export async function copyPostgres(port) {
  await connected(port, 'postgres', async (client) => {
    await client.query(`drop database if exists ${COPY} with (force)`);
    await client.query(`create database ${COPY} template ${TEMPLATE} strategy file_copy`);
  });
  return url(port, COPY);
}

/**
 * Runs statements in the copy. Autovacuum is off during measurements, so a run that changes every row
 * has to be followed by a vacuum.
 */
export const preparePostgres = (port, statements) =>
  connected(port, COPY, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/**
 * A second copy, whose posts become more. They have no comments and tags.
 *
 * @returns {Promise<string>} its URL
 */
export async function createGrowing(port) {
  await dropGrowing(port);
  await connected(port, 'postgres', (client) =>
    client.query(`create database ${GROWING} template ${TEMPLATE} strategy file_copy`),
  );
  await connected(port, GROWING, (client) => client.query('truncate comments, post_tag, posts'));
  return url(port, GROWING);
}

/** Removes it, also while it is being filled. */
export const dropGrowing = (port) =>
  connected(port, 'postgres', (client) =>
    client.query(`drop database if exists ${GROWING} with (force)`),
  );

/** Adds posts of all users until there are that many, with the numbers from 1. */
export const growPosts = (port, count) =>
  connected(port, GROWING, async (client) => {
    await client.query(WAIT_FOR_LOG);
    await client.query(
      `insert into posts
       select g, 1 + g % 10000, 'Post title number ' || g, 'Description of post ' || g, g % 1000,
         timestamptz '2024-02-01 00:00Z' + g * interval '1 second',
         timestamptz '2024-07-01 00:00Z' + g * interval '1 second'
       from generate_series((select count(*) from posts)::int + 1, $1::int) g`,
      [count],
    );
    await vacuum(client);
  });

/** Returns every row of a table of the original dataset, as arrays. */
export const readTable = (port, table) =>
  connected(
    port,
    TEMPLATE,
    async (client) =>
      (await client.query({ text: `select * from ${table}`, rowMode: 'array' })).rows,
  );

/** Returns the server's version: `15.18`. */
export const postgresVersion = (port) =>
  connected(
    port,
    'postgres',
    async (client) =>
      (await client.query('show server_version')).rows[0].server_version.split(' ')[0],
  );

/** Returns the number of connections to the database of a run. */
export const countConnections = (port) =>
  connected(port, 'postgres', async (client) => {
    const counted = `select count(*) from pg_stat_activity where datname = '${COPY}'`;
    return Number((await client.query(counted)).rows[0].count);
  });
