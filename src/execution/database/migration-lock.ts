import { setTimeout as pause } from 'node:timers/promises';
import type { Database as Sqlite } from 'better-sqlite3';
import type { PoolConnection } from 'mysql2';
import type { QueryRunner } from 'typeorm';

type Release = () => Promise<void>;
type Lock = (runner: QueryRunner) => Promise<Release>;

/** Seconds that a process waits for the migrations of another. */
const longestWait = 600;
/** Milliseconds. */
const tryAgainAfter = 25;
/** Any number that nobody else locks by. */
const postgresKey = 7_263_540_118;

const locks: Readonly<Record<string, Lock>> = {
  postgres: lockPostgres,
  mysql: lockMaria,
  mariadb: lockMaria,
  'better-sqlite3': lockSqlite,
};

/**
 * Lets one process at a time migrate a database, and lifts the limit on the time of a statement from the runner's
 * connection. The lock goes with the process that holds it.
 *
 * @returns what gives the lock back
 * @throws Error when another process has held it for ten minutes
 */
export function lockMigrations(runner: QueryRunner): Promise<Release> {
  return locks[runner.dataSource.options.type]!(runner);
}

/** What a client of pg keeps of its options. */
interface BoundedClient {
  readonly connectionParameters: { query_timeout: number | false };
}

async function lockPostgres(runner: QueryRunner): Promise<Release> {
  const { connectionParameters } = (await runner.connect()) as BoundedClient;
  const bound = connectionParameters.query_timeout;
  connectionParameters.query_timeout = false;
  await runner.query(`set statement_timeout = 0; set lock_timeout = '${longestWait}s'`);
  await runner.query('select pg_advisory_lock($1)', [postgresKey]);
  await runner.query('reset lock_timeout');
  return async () => {
    await runner.query('select pg_advisory_unlock($1)', [postgresKey]);
    await runner.query('reset statement_timeout');
    connectionParameters.query_timeout = bound;
  };
}

/** The name holds the database's, since these locks are the server's. */
async function lockMaria(runner: QueryRunner): Promise<Release> {
  const unlimited = 'max_execution_time = 0, lock_wait_timeout = default, innodb_lock_wait_timeout = default';
  await runner.query(`set session /*M! max_statement_time = 0 */ /*!80000 ${unlimited} */`);
  const name = `concat('resource-api ', left(sha2(database(), 256), 20))`;
  const [answer] = (await runner.query(`select get_lock(${name}, ${longestWait}) as held`)) as { held: unknown }[];
  if (Number(answer?.held) !== 1) throw heldTooLong();
  return async () => {
    await runner.query(`select release_lock(${name})`);
    // The connection has lost its limit on statements; another takes its place.
    ((await runner.connect()) as PoolConnection).destroy();
  };
}

/**
 * A second file, since TypeORM begins its own transactions on the only connection. It asks again and again in place of
 * SQLite's own waiting, which would stand still with the whole process. The file stays: whoever removed it would let
 * two into the lock, one by the old file and one by the new.
 */
async function lockSqlite(runner: QueryRunner): Promise<Release> {
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const side = new BetterSqlite3(`${String(runner.dataSource.options.database)}.migrating`, { timeout: 0 });
  const end = Date.now() + longestWait * 1000;
  while (!isLocked(side)) {
    if (Date.now() > end) throw heldTooLong();
    await pause(tryAgainAfter);
  }
  return async () => void side.close();
}

function isLocked(side: Sqlite): boolean {
  try {
    side.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}

function heldTooLong(): Error {
  return new Error(`Another process has been migrating this database for ${longestWait} seconds.`);
}
