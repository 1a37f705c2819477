import type { CompiledColumn } from './compiled-resource.js';

/** A column of a table in the database. */
export interface StoredColumn {
  readonly name: string;
  /** The type as the database names it: `int4`, `varchar`. */
  readonly type: string;
  /** In SQL notation: `varchar(60)`, `timestamp without time zone`, `int unsigned`, `integer[]`. */
  readonly sql: string;
  /** The values of an enumeration that has a type of its own. */
  readonly labels: readonly string[] | null;
  /** As the column itself is declared. */
  readonly nullable: boolean;
  /**
   * Does every row have a value in it, also by its key or its domain? The start does not compare
   * this, since a domain may have a default of its own.
   */
  readonly required: boolean;
  /** The expression, in SQL: `'new'::status`, `CURRENT_TIMESTAMP`. */
  readonly default: string | null;
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
  /** Whether the database counts. */
  readonly counted: boolean;
  readonly unsigned: boolean;
  /** Whether the database computes it from other columns. */
  readonly computed: boolean;
  /** Whether it belongs to the primary key. */
  readonly isKey: boolean;
  /** Does it compare its texts by code points? @contract C1.6 */
  readonly exact: boolean;
  /** Can it hold what the entity keeps in the column? A type that is not known can. */
  canHold(column: CompiledColumn): boolean;
}

/** What an index is used for: to order rows, or to find those with a value. */
export type IndexUse = 'sort' | 'match';

/** What would serve columns: the statements that create the indexes, or why no index can. */
export type IndexProposal =
  { readonly statements: readonly string[] } | { readonly reason: string };

/** An index that serves all rows of its table. */
export interface StoredIndex {
  readonly name: string;
  readonly primary: boolean;
  readonly unique: boolean;
  /**
   * What it orders by: names of columns, or expressions; empty for an expression that is not known.
   */
  readonly columns: readonly string[];
  /**
   * Whether it orders by the whole value of each: not of those that it knows the first characters
   * of, and none of a full-text index.
   */
  readonly whole: readonly boolean[];
  /** For each, what the statements of this service can use the index for. */
  readonly uses: readonly ReadonlySet<IndexUse>[];
  /** For each, the expression that a trigram index finds parts of; `null` for other indexes. */
  readonly trigrams: readonly (string | null)[];
}

/** A check of the values of a row. */
export interface StoredCheck {
  readonly name: string | null;
  /** The columns that it is about; empty where the database does not list them. */
  readonly columns: readonly string[];
  /** In the notation of the database. */
  readonly expression: string;
}

/** A table or view in the database. */
export interface StoredTable {
  readonly name: string;
  /** The schema or database in which statements find it; `null` on engines without them. */
  readonly schema: string | null;
  /** A view has columns, but the database does not say which of them can be written. */
  readonly isView: boolean;
  /** Whether it is a table or view of its own: not a partition, nor a virtual table. */
  readonly isPlain: boolean;
  /** Whether a trigger may set values of new rows. */
  readonly hasTriggers: boolean;
  /**
   * Whether a statement that writes rows can return them as they stay: the database knows
   * `returning`, and no trigger or rule changes them.
   */
  readonly returnsRows: boolean;
  /** In their order; `null` where the database does not list them, as for some views. */
  readonly columns: readonly StoredColumn[] | null;
  readonly indexes: readonly StoredIndex[];
  readonly checks: readonly StoredCheck[];
  findColumn(name: string): StoredColumn | undefined;
  /** Whether an index begins with these columns, in any order, and serves the use. */
  isIndexed(columns: readonly CompiledColumn[], use: IndexUse): boolean;
  /** Returns the index that would make {@link isIndexed} true. */
  proposeIndex(columns: readonly CompiledColumn[], use: IndexUse): IndexProposal;
  /**
   * Returns the indexes that searches in the column lack. Without statements, none is missing.
   */
  proposeSearchIndexes(column: CompiledColumn): IndexProposal;
  /** What an index that serves the column contains: its name, or an expression. */
  indexedAs(column: CompiledColumn): string;
}

/** Columns of a table, in the order of a foreign key. */
interface Side {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A foreign key of the database. */
export interface ForeignKey {
  readonly from: Side;
  readonly to: Side;
  /** What happens to a row when the row that it refers to is deleted: `cascade`, `set null`, ... */
  readonly onDelete: string;
}

/**
 * The schema of a database as it is. Names are those of the database; they are found in any case
 * where it ignores the case.
 */
export interface SchemaFacts {
  readonly tables: readonly StoredTable[];
  readonly foreignKeys: readonly ForeignKey[];
  findTable(name: string): StoredTable | undefined;
}
