import type { Database } from '../connection/database.js';
import { engines } from '../engines/engines.js';

/** Returns the tables that the database does not have, with one small statement. */
export async function findMissingTables(
  database: Database,
  tables: readonly string[],
): Promise<readonly string[]> {
  if (tables.length === 0) return [];
  const { fold, tablesNamed } = engines[database.dialect].schemaQueries;
  const sql = tablesNamed(tables.map(() => '?').join(', '));
  const rows = await database.query(sql, tables.map(fold));
  const found = new Set(rows.map(([name]) => fold(String(name))));
  return tables.filter((table) => !found.has(fold(table)));
}
