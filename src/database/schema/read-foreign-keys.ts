import type { Database } from '../connection/database.js';
import { engines } from '../engines/engines.js';

/** Columns of a table, in the order of a foreign key. */
interface Side {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A foreign key of the database. */
export interface ForeignKey {
  readonly from: Side;
  readonly to: Side;
  /** What happens to a row when the row that it refers to is deleted: `cascade`, `set null`, ... */
  readonly onDelete: string;
}

/** Reads all foreign keys with one statement. */
export async function readForeignKeys(database: Database): Promise<readonly ForeignKey[]> {
  const { foreignKeys } = engines[database.dialect].schemaQueries;
  const keys = new Map<string, ForeignKey>();
  for (const row of await database.query(foreignKeys)) {
    const [name, table, column, otherTable, otherColumn, onDelete] = row.map(String) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const { from, to } = keys.get(name) ?? {
      from: { table, columns: [] },
      to: { table: otherTable, columns: [] },
    };
    keys.set(name, {
      from: { table, columns: [...from.columns, column] },
      to: { table: otherTable, columns: [...to.columns, otherColumn] },
      onDelete: onDelete.toLowerCase(),
    });
  }
  return [...keys.values()];
}
