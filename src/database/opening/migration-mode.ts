import type { QueryRunner } from 'typeorm';
import { engineUnder } from './find-server.js';

/**
 * Returns TypeORM's mode for migrations: one transaction per migration, so that completed ones
 * persist when a later one fails, or none, where each statement commits.
 */
export async function migrationMode(runner: QueryRunner): Promise<'each' | 'none'> {
  return (await engineUnder(runner)).transactionalDdl ? 'each' : 'none';
}
