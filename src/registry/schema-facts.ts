import type { CompiledColumn } from './compiled-resource.js';

/** What only the database knows of its tables; asked once, at boot. */
export interface SchemaFacts {
  /** Is there an index that sorting and matching by the column can use: one that begins with it? */
  isIndexed(table: string, column: CompiledColumn): boolean;
  /** Does the column compare its texts by code points? @contract C1.6 */
  isExact(table: string, column: string): boolean;
  /** Does the column keep texts, in a database that takes nothing else for one? */
  isText(table: string, column: string): boolean;
}
