import type { Database } from '../database/database.js';
import { engines } from '../engines.js';

/** Columns of a table, in the order of a foreign key. */
interface Side {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A foreign key by which the database deletes rows together with those that they refer to. */
export interface Cascade {
  readonly from: Side;
  readonly to: Side;
}

/** Reads the foreign keys with `on delete cascade`, with one statement. */
export async function readCascades(database: Database): Promise<readonly Cascade[]> {
  const { cascades } = engines[database.dialect].schemaQueries;
  const keys = new Map<string, Cascade>();
  for (const row of await database.query(cascades)) {
    const [name, table, column, otherTable, otherColumn] = row.map(String) as [
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
    });
  }
  return [...keys.values()];
}
