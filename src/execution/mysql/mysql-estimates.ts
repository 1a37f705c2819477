import type { Estimates } from '../dialects/dialect.js';

/** A table in a plan. */
interface ExplainedTable {
  readonly table_name: string;
  /** On MariaDB. */
  readonly rows?: number;
  /** On MySQL. */
  readonly rows_examined_per_scan?: number;
  /** On MySQL with `explain_json_format_version` 2, the default in 9.7. */
  readonly estimated_rows?: number;
}

/**
 * The planner's estimate of a whole table. Without a histogram of each column it does not know what
 * a condition selects: its estimate would be the number of all rows.
 */
export const mysqlEstimates: Estimates = {
  available: null,
  ofTables: true,
  sql: (_table, rows) => `explain format=json ${rows}`,
  read(value) {
    const table = tableOf(typeof value === 'string' ? JSON.parse(value) : value);
    return table?.rows ?? table?.rows_examined_per_scan ?? table?.estimated_rows ?? null;
  },
};

/** The plan of one table contains it at most a few levels deep. */
function tableOf(node: unknown): ExplainedTable | null {
  if (typeof node !== 'object' || node === null) return null;
  if ('table_name' in node) return node as ExplainedTable;
  for (const child of Object.values(node)) {
    const found = tableOf(child);
    if (found) return found;
  }
  return null;
}
