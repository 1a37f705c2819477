import type { ValueType } from '../../registry/compiled-resource.js';

/** A statement that reads: its text, what it binds, and the types of the columns that it answers. */
export interface ReadStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly types: readonly ValueType[];
}
