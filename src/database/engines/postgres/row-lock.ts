import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { ownTable } from '../../../base/own-tables.js';
import type { Release } from '../../dialects/engine.js';
import {
  LOCK_TIMEOUT_SECONDS,
  migrationLockTimeout,
} from '../../dialects/migration-lock-timeout.js';
import { isDeadlockVictim, isTimeout } from '../../failures/translate-failure.js';
import { watchConnection } from './watch-connection.js';

/** The table with the row that is locked, without its prefix. */
export const LOCK_TABLE = 'migration_locks';

/** Milliseconds. */
const MAX_PAUSE = 200;

/**
 * Locks migrations for servers without advisory locks: a transaction changes a row on a separate
 * connection, and is never committed. Another process that changes the row waits. The lock ends
 * with the connection, which the server notices when the process dies.
 *
 * The row is changed rather than only read `for update`: CockroachDB may lose locks without a
 * change when a node fails, but not the change.
 *
 * @param runner whose statements get no timeout
 * @throws Error when another process has held the lock for ten minutes
 */
export async function lockByRow(runner: QueryRunner): Promise<Release> {
  await runner.query('set statement_timeout = 0');
  const { options } = runner.dataSource;
  const side = await new DataSource({
    ...options,
    extra: { ...(options.extra as object), onConnect: watchConnection(0) },
    poolSize: 1,
    entities: [],
    migrations: [],
    subscribers: [],
    logging: false,
  } as DataSource['options']).initialize();
  try {
    const holder = side.createQueryRunner();
    await holder.query(`set statement_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
    const end = Date.now() + LOCK_TIMEOUT_SECONDS * 1000;
    const table = ownTable({ options }, LOCK_TABLE);
    await createRow(holder, table, end);
    await changeRow(holder, table, end);
    // Closing the connection rolls the change back, also if the connection is already broken.
    return () => side.destroy();
  } catch (error) {
    await side.destroy();
    throw isTimeout(error) ? migrationLockTimeout() : error;
  }
}

/** Several processes may do this at once: one creates the table, and the others find it. */
async function createRow(holder: QueryRunner, table: string, end: number): Promise<void> {
  await repeated(async () => {
    try {
      await holder.query(
        `create table if not exists ${table} (id smallint primary key, taken integer not null)`,
      );
    } catch (error) {
      const isThere = holder.query(`select 1 from ${table} where false`);
      await isThere.catch(() => Promise.reject(error as Error));
    }
    await holder.query(
      `insert into ${table} (id, taken) values (1, 0) on conflict (id) do nothing`,
    );
  }, end);
}

const changeRow = (holder: QueryRunner, table: string, end: number): Promise<void> =>
  repeated(async () => {
    await holder.query('begin');
    try {
      await holder.query(`update ${table} set taken = taken + 1 where id = 1`);
    } catch (error) {
      await holder.query('rollback');
      throw error;
    }
  }, end);

/** Repeats work that lost a conflict. @param end milliseconds since the epoch */
async function repeated(work: () => Promise<void>, end: number): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlockVictim(error)) throw error;
      if (Date.now() > end) throw migrationLockTimeout();
      await pause(Math.random() * MAX_PAUSE);
    }
  }
}
