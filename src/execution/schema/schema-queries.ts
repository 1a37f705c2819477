import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { CompatibleKinds } from './stored-types.js';

/** The statements that read the schema of a database. */
export interface SchemaQueries {
  /**
   * Rows of: table, column, type, is nullable (1 or 0), is filled by the database, most characters,
   * compares its texts in another way than by code points, lies in a view. The column is `null`
   * where the database lists none.
   */
  readonly columns: string;
  /**
   * Rows of: table, index, is unique, column or expression (empty where it is not known); in the
   * order of the index. Partial indexes are left out.
   */
  readonly indexes: string;
  /** What an index that serves the column contains. */
  indexedAs(column: CompiledColumn): string;
  /**
   * Selects which of the named tables and views exist, without their columns: cheap enough for
   * every readiness check.
   *
   * @param places one `?` per name
   */
  tablesNamed(places: string): string;
  /**
   * The kinds of columns that hold a type on this database, beside those that hold it everywhere.
   */
  readonly compatibleKinds: CompatibleKinds;
  /** Names that the database takes for the same are the same. */
  fold(name: string): string;
}

/** 1 or 0, on every database. */
export const flag = (condition: string): string => `case when ${condition} then 1 else 0 end`;
/** For databases whose indexes have columns only. */
export const byName = ({ name }: CompiledColumn): string => name;
export const lowerCase = (name: string): string => name.toLowerCase();
