import type { QueryRunner } from 'typeorm';
import type { Release } from '../database/engine.js';
import { LOCK_TIMEOUT_SECONDS } from '../database/migration-lock-timeout.js';

/** An arbitrary number that no other application locks. */
const KEY = 7_263_540_118;

/** Locks migrations by a lock of the session, which ends with its connection. */
export async function lockAdvisory(runner: QueryRunner): Promise<Release> {
  await runner.query(`set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`);
  await runner.query('select pg_advisory_lock($1)', [KEY]);
  await runner.query('reset lock_timeout');
  return async () => void (await runner.query('select pg_advisory_unlock($1)', [KEY]));
}
