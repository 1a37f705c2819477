import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';
import type { ReadStatement } from './read-statement.js';
import { bindValues } from '../connection/bind-values.js';
import type { DialectName, Row } from '../connection/database.js';
import type { ExactText } from './exact-text.js';
import type { RowList } from './row-list.js';

/** The parts of the statement that reads one relation level whose related rows contain the key. */
export interface RelatedKeyParts {
  readonly table: string;
  readonly key: CompiledColumn;
  /** The column with the parent's key. */
  readonly column: CompiledColumn;
  /** The selected columns under an alias. */
  columns(alias: string): string;
  /** ` and …`, or empty. */
  conditions(alias: string): string;
  readonly sorted: SortedParts;
}

/** The parts of the statement that reads one relation level through a pivot table. */
export interface PivotParts {
  readonly table: string;
  readonly key: CompiledColumn;
  readonly pivot: string;
  readonly pivotKeys: readonly CompiledColumn[];
  /** The columns that identify the pivot's rows of one parent. */
  readonly rowKeys: readonly CompiledColumn[];
  readonly parent: CompiledColumn;
  /** The pivot's column with the related key, as the related key's type. */
  related(alias: string): string;
  columns(alias: string): string;
  /** `, pivot columns`, or empty. */
  pivots(alias: string): string;
  conditions(alias: string): string;
  pivotConditions(alias: string): string;
  readonly sorted: SortedParts;
  /** The order of the pivot's rows of one pair, if there may be several: `, key desc`, or empty. */
  tieBreakers(alias: string): string;
}

/** The parts of the statement that reads one page. */
export interface PageParts {
  readonly table: string;
  readonly key: CompiledColumn;
  columns(alias: string): string;
  /** ` where …`, or empty. */
  conditions(alias: string): string;
  readonly sorted: SortedParts;
  /** Whether each row ends with the values of the order, for a cursor. */
  readonly endsWithOrder: boolean;
  /** Whether each row ends with other records as JSON. Then it does not end with the order. */
  readonly endsWithRecords: boolean;
  /**
   * Whether each row ends with the number of all rows that meet the conditions. Only if {@link
   * Dialect.countsAlong}.
   */
  readonly isCounted: boolean;
  /**
   * An upper limit of the page size: a round number, so that there are few different statements.
   */
  readonly max: number;
}

/** The order of a statement. */
export interface SortedParts {
  /**
   * Joins the related rows that the order uses: ` left join …`, or empty. Their values come before
   * those of the conditions.
   */
  joins(alias: string): string;
  /** Whether there are such rows. */
  readonly isJoined: boolean;
  order(alias: string): string;
  /** `, a o$0, b o$1`: the values of the order, as columns of a subselect. */
  columns(alias: string): string;
  /** The order over those columns of a subselect. */
  orderOf(subselect: string): string;
  /** `, p.o$0, p.o$1`: the columns of the order in a subselect. */
  selectedFrom(subselect: string): string;
}

/** The parts of the statement that reads rows `t` by their keys. */
export interface KeyedParts {
  readonly table: string;
  readonly key: CompiledColumn;
  /** The selected columns of `t`. */
  readonly columns: string;
  /** ` and …` on `t`, or empty. */
  readonly conditions: string;
  /** One of {@link Dialect.locks}. */
  readonly lock: string;
}

/** The parts of the statement that deletes rows `m` by a list of values. */
export interface RemovalParts {
  readonly table: string;
  /** The column whose values are listed. */
  readonly column: CompiledColumn;
  /** On `m`. */
  readonly conditions: string;
}

/** How a database explains a statement, without running it. */
export interface ExplainSql {
  /** Returns the statement that explains a statement that reads, with the same values. */
  sql(statement: string): string;
  /** Reads the number of rows that the planner expects; `null` if the database does not estimate. */
  readonly estimate: ((explained: readonly Row[]) => number) | null;
  /** Reads a line per step of the plan: what is read, and how. No line contains a value. */
  steps(explained: readonly Row[]): readonly string[];
}

/** The first rows of a table in an order. */
export interface ChosenRows {
  /** The alias of the table. */
  readonly row: string;
  /** Columns of joined tables. */
  readonly others: readonly string[];
  /** ` from … where … order by … limit …` */
  readonly from: string;
}

/** Expressions that are JSON strings. They are never NULL. */
export interface JsonSql {
  /** The most shapes of pages whose relations the database writes; `null` for any number. */
  readonly maxShapes: number | null;
  /** What replaces a value that the database cannot write: the mark `UNWRITABLE`. */
  readonly unwritable: string;
  /**
   * The value of a column.
   *
   * @returns `null` if the database would write it differently from the response
   */
  value(column: CompiledColumn, expression: string, asNumber: boolean): string | null;
  /** Concatenates strings. */
  concat(pieces: readonly string[]): string;
  /**
   * Returns `[…]` of all rows of a statement with one column `j`, in their order; a string with a
   * mark if they are too long to be written by the database.
   */
  list(sql: string): string;
  /** Returns the only row of such a statement, or `null`. */
  one(sql: string): string;
  /** Returns the rows so that what is selected from them is computed for no others. */
  chosen(rows: ChosenRows): ChosenRows;
}

/**
 * The differences between the databases: small pieces of SQL, and the statements that each database
 * runs best in its own form. Values are `?`. Every statement binds the key list first, then the
 * joins of its order, then conditions, then offset and limit.
 */
export interface Dialect {
  readonly name: DialectName;
  quote(identifier: string): string;
  /** Whether statements can run concurrently. If not, as few as possible are sent. */
  readonly runsBeside: boolean;
  /**
   * Whether one statement for a page and its total is cheaper than two, if conditions read every
   * row.
   */
  readonly countsAlong: boolean;
  readonly explain: ExplainSql;
  /** A bound value inside a condition. */
  readonly bound: string;
  /** Returns the expression that reads a column without losing digits. */
  read(column: CompiledColumn, alias: string): string;
  /** Returns a list of keys, bound as one value, as a table `k` with the column {@link listed}. */
  keyList(column: CompiledColumn): string;
  readonly listed: string;
  /** `expression in (list)`, the list bound as one value. */
  inList(expression: string, column: CompiledColumn): string;
  bindList(values: readonly unknown[], column: CompiledColumn): unknown;
  exists(from: string, conditions: string): string;
  /** The server's current time, to the millisecond, as the value of an instant column. */
  readonly clock: string;
  /**
   * Reads the key that was generated for the last row stored on this connection; `null` if
   * `returning` returns it.
   */
  readonly lastCountedKey: string | null;
  /** Precedes the values of an insert that gives a key which otherwise only the database writes. */
  readonly overriding: string;
  /** The end of an insert that gives every column its default. */
  readonly noValues: string;
  /** Whether the engine has a boolean type; on others a boolean is a number, and only 0 is false. */
  readonly hasBooleans: boolean;
  /** Whether a list of values may contain the word `default` in place of a value. */
  readonly asksForDefaults: boolean;
  /**
   * The ends of statements that lock rows `t`: to change or delete them, so that no other
   * transaction does until this one ends, or to keep them, so that they are not deleted.
   */
  readonly locks: { readonly change: string; readonly delete: string; readonly keep: string };
  /**
   * Takes the lock with the bound name until the transaction ends, and returns whether it was free;
   * `null` where a row can be locked before it is committed, and on SQLite.
   */
  readonly tryLock: string | null;
  /**
   * A column expression, without alias, that differs after every change of the row; `null` if no
   * expression does. Views do not have it.
   */
  readonly rowVersion: string | null;
  /**
   * Whether an update compares all columns of a row that was read without a lock, since there is no
   * {@link rowVersion}.
   */
  readonly comparesRows: boolean;
  /** Whether the parts of a statement's `with` may write. */
  readonly writesInWith: boolean;
  /**
   * Returns an expression that differs for every change of these columns of a row: a hash of their
   * values, in hex.
   */
  digest(columns: readonly CompiledColumn[], alias: string): string;
  /** Casts a key to another type, without an error for strings that are not keys of it. */
  castKey(expression: string, from: ValueType, to: ValueType): string;
  /**
   * Returns the column for comparisons with a value: strings by code points, instants as instants.
   * @contract C1.6
   */
  comparable(expression: string, column: CompiledColumn): string;
  /** Returns the placeholder of a bound value that the column is compared with. */
  boundTo(column: CompiledColumn): string;
  /**
   * Returns the column for sorting: as {@link comparable}, and by code points even without an index
   * for it.
   */
  sortable(expression: string, column: CompiledColumn): string;
  /**
   * Returns the value at the path of a JSON column, as a string; NULL for lists and objects.
   * @contract C5.5
   */
  jsonValueSql(expression: string, path: readonly string[], column: CompiledColumn): string;
  /**
   * Returns the exact sum of an integer, a bigint or a decimal as a string: in full, or as numbers
   * with blanks between them. The first two are the whole numbers, in units of 2^32 and of 1. For a
   * decimal, two more are its fractions in the same way, in units of the last of at most 15 places.
   */
  sum(expression: string, column: CompiledColumn): string;
  /** Returns `expression desc`, with nulls last. */
  ordered(expression: string, descending: boolean, nullable: boolean): string;
  /**
   * Returns the column's string with folded case, as `foldCase` folds a value.
   * @contract C1.6
   */
  folded(expression: string): string;
  /**
   * Like {@link folded}, but folds ASCII letters only, where that suffices: several times cheaper.
   */
  foldedAscii(expression: string): string;
  /** Returns `expression like …` with a bound pattern, in which `mark` escapes characters. */
  like(expression: string): string;
  readonly mark: '!' | '\\';
  /**
   * Combines several statements into one, whose single row contains the rows of each as a JSON
   * string, if a round trip costs more than the statement. `null` if it does not, or if JSON would
   * change a value.
   */
  readonly together: ((statements: readonly ReadStatement[]) => string | null) | null;
  /** How the database writes JSON; `null` if the service writes all of it. */
  readonly json: JsonSql | null;
  page(parts: PageParts): string;
  relatedKey(parts: RelatedKeyParts): string;
  pivot(parts: PivotParts): string;
  /** Reads rows by a list of keys that is bound first, and locks them in the order of the keys. */
  keyed(parts: KeyedParts): string;
  /** Deletes rows `m` by a list of values that is bound first. */
  removal(parts: RemovalParts): string;
  readonly rows: RowList;
  readonly exact: ExactText;
}

/** Converts a key for binding by the column's type. */
export const bindKey = (value: unknown, column: CompiledColumn): unknown =>
  column.type === 'integer' ? Number(value) : String(value);

/** Whether the column can contain keys. */
export const isKeyLike = ({ type }: CompiledColumn): boolean =>
  isNumeric(type) || type === 'text' || type === 'uuid';

/**
 * Converts a value of a list that is bound as JSON for comparison with the column; null stays null.
 */
export function jsonValue(value: unknown, column: CompiledColumn): unknown {
  if (value !== null && isKeyLike(column)) return bindKey(value, column);
  return bindValues([value])[0];
}

/** Quotes a name as in standard SQL: `"order"`. */
export const doubleQuoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** `t.column` */
export const named = (
  dialect: Pick<Dialect, 'quote'>,
  column: CompiledColumn,
  alias: string,
): string => `${alias}.${dialect.quote(column.name)}`;

/** Whether keys of this type are compared as numbers. */
export const isNumeric = (type: ValueType): boolean => type === 'integer' || type === 'bigint';

/** Returns `->'a'->'b'` for a path of a definition, whose steps are plain names. */
export const steps = (path: readonly string[], step: (name: string) => string): string =>
  path.map(step).join('');

/**
 * The two forms of the small sigma are equal, since a part of a word does not determine which form
 * ends it.
 */
export const SIGMA = { final: 'ς', plain: 'σ' } as const;
