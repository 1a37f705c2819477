import type { CompiledColumn } from './compiled-resource.js';

/** A column of a table in the database. */
export interface StoredColumn {
  readonly name: string;
  /** The type as the database names it: `int4`, `varchar`. */
  readonly type: string;
  readonly nullable: boolean;
  /**
   * Does the database fill it when an insert leaves it out: a default, a counter, an expression?
   */
  readonly filled: boolean;
  /** The most characters that the column takes; `null` where the database enforces none. */
  readonly length: number | null;
  /** The digits and the decimal places of an exact number; `null` where the database keeps all. */
  readonly precision: number | null;
  readonly scale: number | null;
  /** Whether only the database writes it. */
  readonly generated: boolean;
  readonly unsigned: boolean;
  /** Whether the database computes it from other columns. */
  readonly computed: boolean;
  /** Whether it belongs to the primary key. */
  readonly isKey: boolean;
}

/** An index that serves all rows of its table. */
export interface StoredIndex {
  readonly unique: boolean;
  /**
   * What it orders by: names of columns, or expressions; empty for an expression that is not known.
   */
  readonly columns: readonly string[];
}

/** A table or view in the database. */
export interface StoredTable {
  /** The schema or database in which statements find it; `null` on engines without them. */
  readonly schema: string | null;
  /** A view has columns, but the database does not say which of them can be written. */
  readonly isView: boolean;
  /** Whether a trigger may set values of new rows. */
  readonly hasTriggers: boolean;
  /** `null` where the database does not list them, as for some views. */
  readonly columns: readonly StoredColumn[] | null;
  readonly indexes: readonly StoredIndex[];
  findColumn(name: string): StoredColumn | undefined;
}

/** The schema of the database as it is; read once at boot. */
export interface SchemaFacts {
  /** Is there an index that sorting and matching by the column can use: one that begins with it? */
  isIndexed(table: string, column: CompiledColumn): boolean;
  /** What an index that serves the column contains: its name, or an expression. */
  indexedAs(column: CompiledColumn): string;
  /** Does the column compare its texts by code points? @contract C1.6 */
  isExact(table: string, column: string): boolean;
  /**
   * Can a column of the stored type hold what the entity keeps in it? A type that is not known
   * fits.
   */
  isFitting(column: CompiledColumn, stored: StoredColumn): boolean;
  findTable(name: string): StoredTable | undefined;
  /** The names of all tables and views, which are normalized. */
  readonly tableNames: readonly string[];
}
