import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { CompatibleKinds } from './stored-types.js';

/** The statements that read the schema of a database. */
export interface SchemaQueries {
  /**
   * Rows of: table, column, type, is nullable (1 or 0), is filled by the database, most characters,
   * does not compare strings by code points, is in a view, only the database writes it, is
   * unsigned, the schema or `null`, the database computes it, is in the primary key, its table has a
   * trigger that may set values of new rows, digits and decimal places of an exact number. The column is `null` if the database lists no columns.
   */
  readonly columns: string;
  /**
   * Rows of: table, index, is unique, column or expression (empty if unknown); in the order of the
   * index. Partial indexes are left out.
   */
  readonly indexes: string;
  /**
   * Rows of: foreign key, table, column, the table and the column that it refers to, what a deletion
   * does (`cascade`, `set null`, ...); for each column, in the order of the key.
   */
  readonly foreignKeys: string;
  /**
   * Rows of: table, constraint, column, text; of the constraints whose columns the driver does not
   * report. `null` for what there is not.
   */
  readonly constraints: string;
  /** Returns the expression of a check in the text of a row of {@link constraints}. */
  checkIn(text: string, constraint: string): string;
  /** Returns the column or expression of an index that serves the column. */
  indexedAs(column: CompiledColumn): string;
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
