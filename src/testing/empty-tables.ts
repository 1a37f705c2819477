import type { Database } from '../execution/database/database.js';
import { engines } from '../execution/engines.js';

/** Removes all rows of the tables that entities describe; migrations stay recorded. */
export async function emptyTables(database: Database): Promise<void> {
  const { entityMetadatas, driver } = database.dataSource;
  const tables = entityMetadatas
    .filter(({ tableType }) => tableType !== 'view')
    .map(({ tablePath }) =>
      tablePath
        .split('.')
        .map((part) => driver.escape(part))
        .join('.'),
    );
  const unique = [...new Set(tables)];
  if (unique.length === 0) return;
  await database.transaction(async (transaction) => {
    for (const statement of engines[database.dialect].emptyTables(unique))
      await transaction.query(statement);
  });
}
