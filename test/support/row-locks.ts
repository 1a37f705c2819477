import type { Database } from '../../src/execution/database/database.js';

/** How a table is kept from everybody else, until the transaction ends. */
const lockWholeTable = (table: string): string => `lock tables ${table} write`;

const lockTable = {
  postgres: (table: string) => `lock table ${table} in access exclusive mode`,
  mariadb: lockWholeTable,
  mysql: lockWholeTable,
};

/**
 * Runs the work while nobody else can read or write the table.
 *
 * @param database of a server: on SQLite readers wait for nobody
 */
export async function whileLocked(
  database: Database,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { dialect } = database;
  if (dialect === 'sqlite') throw new TypeError('SQLite locks no table.');
  await database.transaction(async (transaction) => {
    // By TypeORM, which prepares nothing: MySQL prepares no such statement.
    await transaction.manager.query(lockTable[dialect](table));
    await work();
    if (dialect !== 'postgres') await transaction.manager.query('unlock tables');
  });
}
