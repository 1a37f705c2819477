import { preparePostgres } from './postgres.mjs';
import { prepareSqlite } from './sqlite.mjs';

/** Removes the posts that writes have stored, so that a run changes those of the dataset. */
const removeStored = 'delete from posts where id > 100000';

/**
 * Prepares the database of an engine for a run over all posts.
 *
 * @param {{ cluster?: { port: number }, addresses: Record<string, string> }} dataset
 */
export const prepareRun = (engine, { cluster, addresses }) =>
  engine === 'pg'
    ? preparePostgres(cluster.port, [removeStored, 'vacuum analyze posts'])
    : prepareSqlite(addresses.sqlite, [removeStored]);
