/**
 * How an engine writes any value of a table as text and reads it again, so that nothing is lost:
 * also of types that have no form in JSON, and digits that a response does not contain.
 *
 * @contract C15.1
 */
export interface ExactText {
  /**
   * Returns an expression that is the column's value as text, or NULL.
   *
   * @param expression the column
   * @param type as the database names it
   */
  read(expression: string, type: string): string;
  /** Returns the value of such a text, as it is bound to its column. */
  bind(text: string, type: string): unknown;
}
