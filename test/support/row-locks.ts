import type { Database } from '../../src/database/connection/database.js';
import { testDialect } from './databases.js';

/** The statement that locks a table against everybody else, until the transaction ends. */
const lockWholeTable = (table: string): string => `lock tables ${table} write`;

const lockTable = {
  postgres: (table: string) => `lock table ${table} in access exclusive mode`,
  mariadb: lockWholeTable,
  mysql: lockWholeTable,
};

/**
 * Runs the callback while nobody else can read or write the table.
 *
 * @param database of a server: on SQLite readers do not wait
 */
export async function whileLocked(
  database: Database,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const dialect = testDialect;
  if (dialect === 'sqlite') throw new TypeError('SQLite locks no table.');
  await database.transaction(async (transaction) => {
    // By TypeORM, which does not prepare it: MySQL cannot prepare this statement.
    await transaction.manager.query(lockTable[dialect](table));
    await work();
    if (dialect !== 'postgres') await transaction.manager.query('unlock tables');
  });
}
