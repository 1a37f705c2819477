import type { Database } from '../../src/execution/database/database.js';

/** How a table is kept from everybody else, until the transaction ends. */
const lockTable = {
  postgres: (table: string) => `lock table ${table} in access exclusive mode`,
  mariadb: (table: string) => `lock tables ${table} write`,
};

/**
 * Runs the work while nobody else can read or write the table.
 *
 * @param database of a server: on SQLite readers wait for nobody
 */
export async function whileLocked(database: Database, table: string, work: () => Promise<void>): Promise<void> {
  const { dialect } = database;
  if (dialect === 'sqlite') throw new TypeError('SQLite locks no table.');
  await database.transaction(async (transaction) => {
    await transaction.query(lockTable[dialect](table));
    await work();
    if (dialect === 'mariadb') await transaction.query('unlock tables');
  });
}
