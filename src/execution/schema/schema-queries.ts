import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { TrigramIndexes } from './trigram-indexes.js';
import type { CompatibleKinds } from './stored-types.js';

/** What an index is for, and the column as it is stored. */
export interface IndexUse {
  readonly isSorted: boolean;
  /** The most characters of the column; `null` if unlimited or not known. */
  readonly length: number | null;
}

/** The statements that read the schema of a database. */
export interface SchemaQueries {
  /**
   * Rows of: table, column, type, is nullable (1 or 0), is filled by the database, most characters,
   * does not compare strings by code points, is in a view. The column is `null` if the database
   * lists no columns.
   */
  readonly columns: string;
  /**
   * Rows of: table, index, is unique, column or expression (empty if unknown); in the order of the
   * index. Partial indexes are left out.
   */
  readonly indexes: string;
  /** Returns the column or expression of an index that serves the column. */
  indexedAs(column: CompiledColumn): string;
  /** Returns what `create index` lists for a column. */
  indexPart(quoted: string, column: CompiledColumn, use: IndexUse): string;
  /** `null` if no index of the database can find every part of a string. */
  readonly trigrams: TrigramIndexes | null;
  /** The most characters of an index's name; longer ones are refused or cut. */
  readonly longestIndexName: number;
  /**
   * Selects which of the named tables and views exist, without their columns: cheap enough for
   * every readiness check.
   *
   * @param places one `?` per name
   */
  tablesNamed(places: string): string;
  /**
   * The kinds of columns that can contain a type on this database, besides those that can
   * everywhere.
   */
  readonly compatibleKinds: CompatibleKinds;
  /** Normalizes a name, so that names that are equal for the database become equal. */
  fold(name: string): string;
}

/** 1 or 0, on every database. */
export const flag = (condition: string): string => `case when ${condition} then 1 else 0 end`;
/** For databases whose indexes have columns only. */
export const byName = ({ name }: CompiledColumn): string => name;
export const lowerCase = (name: string): string => name.toLowerCase();
