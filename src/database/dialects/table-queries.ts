/** The statements that read tables in full, for `resource-api introspect`. */
export interface TableQueries {
  /**
   * Rows of: table, column, type in SQL notation, is nullable (1 or 0), default as SQL, `key` or
   * `computed` or null, labels as a JSON list or null, is in a view; in the order of the columns.
   * The column is `null` if the database lists no columns.
   */
  readonly columns: string;
  /** Rows of: table, index, is primary, is unique, column (empty for an expression); in order. */
  readonly indexes: string;
  /**
   * Rows of: table, foreign key, column, referenced table, referenced column (`null` for the primary
   * key); in order.
   */
  readonly foreignKeys: string;
  /** Rows of: table, text. */
  readonly checks: string;
  /** Returns the expressions in the text of a row of {@link checks}. */
  checksIn(text: string): readonly string[];
}
