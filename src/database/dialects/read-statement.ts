import type { ValueType } from '../../registry/resources/compiled-resource.js';

/** A statement that reads: its SQL, its bound values, and the form of its rows. */
export interface ReadStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** The types of the columns in its rows. */
  readonly types: readonly ValueType[];
  /** The number of JSON strings after those columns, which the database wrote. */
  readonly nested: number;
  /** The most rows that the statement can return. */
  readonly rows: number;
  /** Whether it reads one record by its key. */
  readonly isByKey?: boolean;
}
