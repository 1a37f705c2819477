import type { QueryRunner } from 'typeorm';
import { engineOf } from '../engines.js';
import type { Release } from './engine.js';

/**
 * Waits until no other process migrates the database. It lifts the server's time limit on
 * statements from the runner's connection, which should serve migrations only. The lock ends with
 * the process.
 *
 * @returns a function that gives the lock back
 * @throws Error when another process has held it for ten minutes
 */
export const lockMigrations = (runner: QueryRunner): Promise<Release> =>
  engineOf(runner.dataSource.options.type).lockMigrations(runner);
