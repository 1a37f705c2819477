import type { Database, DialectName, Transaction } from 'resource-api';
import { hashDemoPassword } from './demo-password.js';
import { generateDemo, type DemoRows } from './generate-demo.js';
import { insertRows } from './insert-rows.js';

/** Databases whose keys are counted by sequences. */
const counted: ReadonlySet<DialectName> = new Set(['postgres', 'cockroachdb', 'yugabytedb']);

/**
 * Seeds the migrated tables with the demo in one transaction. The rows and their keys are the same
 * on every database.
 *
 * @throws Error if there are users already
 */
export async function seedDemo(database: Database): Promise<void> {
  const rows = generateDemo(await hashDemoPassword());
  await database.transaction(async (transaction) => {
    await refuseData(transaction);
    for (const [table, tableRows] of Object.entries(rows))
      await insertRows(transaction, table, tableRows);
    if (counted.has(database.dialect)) await advanceKeys(transaction, rows);
  });
}

async function refuseData(transaction: Transaction): Promise<void> {
  const found = await transaction.query('select 1 from users limit 1');
  if (found.length > 0)
    throw new Error('The database has users: the demo is seeded into empty tables only.');
}

/**
 * Sequences do not count explicit keys: without this, the next row would get a key that is
 * already used.
 */
async function advanceKeys(transaction: Transaction, rows: DemoRows): Promise<void> {
  for (const [table, [row]] of Object.entries(rows)) {
    if (typeof (row as { id?: unknown } | undefined)?.id !== 'number') continue;
    await transaction.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    );
  }
}
