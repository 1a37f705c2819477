import type { Database } from '../database/database.js';
import { engines } from '../engines.js';

/** Returns the tables that the database does not have, with one small statement. */
export async function findMissingTables(
  database: Database,
  tables: readonly string[],
): Promise<readonly string[]> {
  if (tables.length === 0) return [];
  const { fold, tablesNamed } = engines[database.dialect].schemaQueries;
  // MariaDB and MySQL may distinguish cases.
  const names = [...new Set(tables.flatMap((table) => [table, fold(table)]))];
  const rows = await database.query(tablesNamed(names.map(() => '?').join(', ')), names);
  const found = new Set(rows.map(([name]) => fold(String(name))));
  return tables.filter((table) => !found.has(fold(table)));
}
