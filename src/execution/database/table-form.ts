/** How a migration creates tables: what differs between the engines beside {@link ColumnTypes}. */
export interface TableForm {
  /** Follows the list of columns, such as a collation, or is empty. */
  readonly suffix: string;
  /**
   * Whether the table and its indexes are one statement. DDL commits implicitly there, and a
   * migration that was interrupted must be able to run again.
   */
  readonly hasInlineIndexes: boolean;
  /** Returns the definition of a column as the server accepts it. */
  define(definition: string): string;
  /** Returns what an index contains of a column with this definition. */
  indexed(column: string, definition: string | undefined): string;
}

/** The form of an engine with transactional DDL and no differences. */
export const plainTables: TableForm = {
  suffix: '',
  hasInlineIndexes: false,
  define: (definition) => definition,
  indexed: (column) => column,
};
