import type { ValueType } from '../../registry/compiled-resource.js';

/** A statement that reads: its text, what it binds, and what it answers. */
export interface ReadStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Those of the columns that it answers, */
  readonly types: readonly ValueType[];
  /** and behind them so many JSON texts, which the database wrote. */
  readonly nested: number;
  /** The most rows that it can return. */
  readonly rows: number;
}
