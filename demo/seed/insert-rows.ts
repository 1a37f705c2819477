import type { Connection } from 'resource-api';

/**
 * Values per statement: below the lowest limit of all engines (SQLite's 32,766), and fast to
 * prepare on each.
 */
const VALUES_PER_STATEMENT = 8_000;

type SeedRow = Readonly<Record<string, unknown>>;

/** Inserts rows with the same columns, many per statement. Objects are inserted as JSON. */
export async function insertRows(
  connection: Connection,
  table: string,
  rows: readonly SeedRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const atOnce = Math.floor(VALUES_PER_STATEMENT / columns.length);
  for (let start = 0; start < rows.length; start += atOnce) {
    const chunk = rows.slice(start, start + atOnce);
    const values = chunk.flatMap((row) => columns.map((column) => boundValue(row[column])));
    await connection.query(insertText(table, columns, chunk.length), values);
  }
}

function insertText(table: string, columns: readonly string[], rows: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: rows }, () => row).join(', ')}`;
}

const boundValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
