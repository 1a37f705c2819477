import type { Transaction } from '../execution/database/database.js';
import type { ColumnValues } from '../execution/writes/record-writer.js';
import type { CompiledResource } from '../registry/compiled-resource.js';
import type { RecordFiles } from '../storage/record-files.js';

/** Removes the files that a record held in these columns, once its change is committed; in all columns, when it is gone. */
export function discardImages(
  files: RecordFiles,
  transaction: Transaction,
  { fields }: CompiledResource,
  record: object,
  columns?: ColumnValues,
): void {
  for (const { column, options } of fields.values())
    if (options.image && (columns?.has(column) ?? true))
      files.discard(transaction, (record as Readonly<Record<string, unknown>>)[column.property] as string | null);
}
