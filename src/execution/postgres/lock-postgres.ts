import type { QueryRunner } from 'typeorm';
import type { Release } from '../database/engine.js';
import { longestWait } from '../database/held-too-long.js';

/** Any number that nobody else locks by. */
const postgresKey = 7_263_540_118;

export async function lockPostgres(runner: QueryRunner): Promise<Release> {
  await runner.query(`set statement_timeout = 0; set lock_timeout = '${longestWait}s'`);
  await runner.query('select pg_advisory_lock($1)', [postgresKey]);
  await runner.query('reset lock_timeout');
  return async () => void (await runner.query('select pg_advisory_unlock($1)', [postgresKey]));
}
