import { setTimeout as pause } from 'node:timers/promises';
import type { Database as Sqlite } from 'better-sqlite3';
import type { QueryRunner } from 'typeorm';
import type { Release } from '../../dialects/engine.js';
import {
  migrationLockTimeout,
  LOCK_TIMEOUT_SECONDS,
} from '../../dialects/migration-lock-timeout.js';
import { loadBetterSqlite } from './load-better-sqlite.js';

/** Milliseconds. */
const tryAgainAfter = 25;

/**
 * Locks a second file, since TypeORM begins its own transactions on the only connection. Retries
 * instead of using SQLite's own wait, which would block the whole process. The file is not removed:
 * otherwise two processes could hold the lock, one on the old file and one on the new.
 */
export async function lockSqlite(runner: QueryRunner): Promise<Release> {
  const BetterSqlite3 = loadBetterSqlite();
  const side = new BetterSqlite3(`${String(runner.dataSource.options.database)}.migrating`, {
    timeout: 0,
  });
  const end = Date.now() + LOCK_TIMEOUT_SECONDS * 1000;
  while (!isLocked(side)) {
    if (Date.now() > end) throw migrationLockTimeout();
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
