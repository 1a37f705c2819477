import type { QueryRunner } from 'typeorm';
import type { Release } from '../dialects/engine.js';
import { engineUnder } from './find-server.js';

/**
 * Waits until no other process migrates the database. Removes the server's statement timeout from
 * the runner's connection, which should be used for migrations only. The lock ends with the
 * process.
 *
 * @returns a function that releases the lock
 * @throws Error when another process has held it for ten minutes
 */
export const lockMigrations = async (runner: QueryRunner): Promise<Release> =>
  (await engineUnder(runner)).lockMigrations(runner);
