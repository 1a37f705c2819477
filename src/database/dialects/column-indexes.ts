import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { IndexUse, StoredColumn } from '../../registry/resources/schema-facts.js';

/** What an index contains to serve a column, or why no index serves it. */
export type IndexedPart = { readonly sql: string } | { readonly reason: string };

/** How a database indexes columns for the statements of this service. */
export interface ColumnIndexes {
  /** Returns what an index contains so that the statements that use the column can use the index. */
  partFor(column: CompiledColumn, stored: StoredColumn, use: IndexUse): IndexedPart;
  /**
   * Returns the expressions that trigram indexes contain so that searches in the column can use
   * them; `null` if the database has no index for a part of a string.
   *
   * @param quoted the column's name
   */
  readonly searchedAs: ((quoted: string) => readonly string[]) | null;
}
