import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { ColumnIndexes } from './column-indexes.js';
import type { CompatibleKinds } from './stored-types.js';

/** A statement that reads a part of a database's schema. */
export interface SchemaQuery<Name extends string> {
  /** The expression of each value; `null` is read for those that an engine leaves out. */
  readonly select: Readonly<Partial<Record<Name, string>>>;
  /** The rest of the statement. */
  readonly from: string;
}

/**
 * Of each column, in the order of its table. `column` is null for a table whose columns the database
 * does not list. `type` is the name alone, `sql` the type in SQL notation, `labels` the values of an
 * enumeration as a JSON list. What is a condition is 1 or 0. `schema`, `isView`, `isPlain`,
 * `hasTriggers` and `returnsRows` are those of the table. {@link StoredColumn} and {@link
 * StoredTable} describe them.
 */
type ColumnPart =
  | ('table' | 'schema' | 'isView' | 'isPlain' | 'hasTriggers' | 'returnsRows')
  | ('column' | 'type' | 'sql' | 'labels' | 'length' | 'precision' | 'scale' | 'isUnsigned')
  | ('isNullable' | 'isRequired' | 'isKey' | 'isInexact')
  | ('default' | 'isFilled' | 'isCounted' | 'isComputed' | 'isGenerated');

/**
 * Of each column of an index, in order. `column` is its name or its expression, and empty if that is
 * not known; `isWhole` whether the index orders by all of its value; `sorts` and `matches` whether
 * the statements of this service can use it for that; `trigrams` the expression of a trigram index.
 * Partial indexes are left out.
 */
type IndexPart =
  | ('table' | 'index' | 'isPrimary' | 'isUnique' | 'column' | 'isWhole')
  | ('sorts' | 'matches' | 'trigrams');

/**
 * Of each column of a foreign key, in order. `targetColumn` is null for that of the primary key;
 * `onDelete` is `cascade`, `set null`, ...
 */
type KeyPart = 'table' | 'key' | 'column' | 'target' | 'targetColumn' | 'onDelete';

/** Of each column of a check. `column` is null where the database does not list them. */
type CheckPart = 'table' | 'check' | 'column' | 'sql';

/** How a database describes its schema. */
export interface SchemaQueries {
  readonly columns: SchemaQuery<ColumnPart>;
  readonly indexes: SchemaQuery<IndexPart>;
  readonly foreignKeys: SchemaQuery<KeyPart>;
  readonly checks: SchemaQuery<CheckPart>;
  /**
   * Returns the checks in the SQL of a row of {@link checks}, where it is that of the whole table; by
   * default, it is the expression.
   */
  checksIn?(sql: string): readonly { readonly name: string | null; readonly expression: string }[];
  /** Returns the column or expression of an index that serves the column. */
  indexedAs(column: CompiledColumn): string;
  readonly columnIndexes: ColumnIndexes;
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
export const asBit = (condition: string): string => `case when ${condition} then 1 else 0 end`;
/** For databases whose indexes have columns only. */
export const byName = ({ name }: CompiledColumn): string => name;
export const lowerCase = (name: string): string => name.toLowerCase();
