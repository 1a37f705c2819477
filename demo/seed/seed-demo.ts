import { ActionLog, type Database, type Transaction } from 'resource-api';
import { hashDemoPassword } from './demo-password.js';
import { generateDemo } from './generate-demo.js';
import { insertRows } from './insert-rows.js';

/** The rows of each table. */
type SeededRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/**
 * Seeds the migrated tables with the demo in one transaction. The rows and their keys are the same
 * on every database.
 *
 * @throws Error if there are users already
 */
export async function seedDemo(database: Database): Promise<void> {
  const { action_logs: logs, ...others } = generateDemo(await hashDemoPassword());
  const { tableName } = database.dataSource.getMetadata(ActionLog);
  const rows = { ...others, [tableName]: logs };
  await database.transaction(async (transaction) => {
    await refuseData(transaction);
    for (const [table, tableRows] of Object.entries(rows))
      await insertRows(transaction, table, tableRows);
    if (database.dataSource.options.type === 'postgres') await advanceKeys(transaction, rows);
  });
}

async function refuseData(transaction: Transaction): Promise<void> {
  const found = await transaction.query('select 1 from users limit 1');
  if (found.length > 0)
    throw new Error('The database has users: the demo is seeded into empty tables only.');
}

/**
 * PostgreSQL does not count explicit keys: without this, the next row would get a key that is
 * already used.
 */
async function advanceKeys(transaction: Transaction, rows: SeededRows): Promise<void> {
  for (const [table, [row]] of Object.entries(rows)) {
    if (typeof (row as { id?: unknown } | undefined)?.id !== 'number') continue;
    await transaction.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    );
  }
}
