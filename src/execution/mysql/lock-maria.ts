import type { QueryRunner } from 'typeorm';
import type { Release } from '../database/engine.js';
import { migrationLockTimeout, LOCK_TIMEOUT_SECONDS } from '../database/migration-lock-timeout.js';

/** The name of the lock contains the database's name, since locks belong to the server. */
export async function lockMaria(runner: QueryRunner): Promise<Release> {
  const unlimited =
    'max_execution_time = 0, lock_wait_timeout = default, innodb_lock_wait_timeout = default';
  await runner.query(`set session /*M! max_statement_time = 0 */ /*!80000 ${unlimited} */`);
  const name = `concat('resource-api ', left(sha2(database(), 256), 20))`;
  const [result] = (await runner.query(
    `select get_lock(${name}, ${LOCK_TIMEOUT_SECONDS}) as held`,
  )) as {
    held: unknown;
  }[];
  if (Number(result?.held) !== 1) throw migrationLockTimeout();
  return async () => void (await runner.query(`select release_lock(${name})`));
}
