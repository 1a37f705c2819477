import type { CompiledColumn, ValueType } from '../../registry/compiled-resource.js';
import type { ReadStatement } from '../sql/read-statement.js';
import { bindValues } from '../database/bind-values.js';
import type { DialectName } from '../database/database.js';
import type { RowList } from './row-list.js';

/**
 * The parts of the statement that reads one relation level of which the related row holds the key.
 */
export interface RelatedKeyParts {
  readonly table: string;
  readonly key: CompiledColumn;
  /** The column that holds the parent's key. */
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
  /** What tells the pivot's rows of one parent apart. */
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
  /**
   * What orders the pivot's rows of one pair, where there may be several: `, key desc`, or empty.
   */
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
  /** Do the values of the order end each row? A cursor is made of them. */
  readonly endsWithOrder: boolean;
  /**
   * Does the number of all rows that meet the conditions end each row? Only asked for where {@link
   * Dialect.countsAlong}.
   */
  readonly isCounted: boolean;
  /** The page is no longer than this: a round number, so that few texts come of it. */
  readonly max: number;
}

/** What a statement is ordered by. */
export interface SortedParts {
  /**
   * The related rows that the order looks at: ` left join …`, or empty. Their values stand before
   * the conditions'.
   */
  joins(alias: string): string;
  /** Whether there are such rows. */
  readonly isJoined: boolean;
  order(alias: string): string;
  /** `, a o$0, b o$1`: what the order looks at, as columns of a subselect. */
  columns(alias: string): string;
  /** The order over those columns of a subselect. */
  orderOf(subselect: string): string;
  /** `, p.o$0, p.o$1` of a subselect, as they are read. */
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

/** Expressions that are JSON text. None of them is NULL. */
export interface JsonSql {
  /**
   * The value of a column.
   *
   * @returns `null` where the database would not write it as it is answered
   */
  value(column: CompiledColumn, expression: string, asNumber: boolean): string | null;
  /** One text of several. */
  concat(pieces: readonly string[]): string;
  /**
   * `[…]` of all rows of a statement with one column `j`, in their order; text with a mark in it
   * where they are too long to be written in the database.
   */
  list(sql: string): string;
  /** The only row of such a statement, or `null`. */
  one(sql: string): string;
}

/**
 * What differs between the databases: small pieces of text, and the statements that each of them
 * runs best in its own form. Values stand as `?`; every statement binds the key list first, then
 * what its order joins, then conditions, then offset and limit.
 */
export interface Dialect {
  readonly name: DialectName;
  quote(identifier: string): string;
  /** Does a statement run beside another one? Where none does, the fewest are sent. */
  readonly runsBeside: boolean;
  /**
   * Is a page that counts what it was cut from cheaper than a page and a count, where conditions
   * look at every row?
   */
  readonly countsAlong: boolean;
  /** A bound value inside a condition. */
  readonly bound: string;
  /** The expression that reads a column so that no digit is lost. */
  read(column: CompiledColumn, alias: string): string;
  /**
   * A list of keys bound as one value, as a table `k` with the column that {@link listed} names.
   */
  keyList(column: CompiledColumn): string;
  readonly listed: string;
  /** `expression in (list)`, the list bound as one value. */
  inList(expression: string, column: CompiledColumn): string;
  bindList(values: readonly unknown[], column: CompiledColumn): unknown;
  exists(from: string, conditions: string): string;
  /** The server's current time, to the millisecond, as an instant column holds it. */
  readonly clock: string;
  /**
   * Reads the key that was counted up for the row stored last on this connection; `null` where
   * `returning` tells it.
   */
  readonly lastCountedKey: string | null;
  /**
   * Ends a statement that reads rows `t` to change them, or to delete them: nobody else does before
   * the transaction ends; or to keep them, so that nobody deletes them.
   */
  readonly locks: { readonly change: string; readonly delete: string; readonly keep: string };
  /** A key of one type as a key of another, without fault for texts that are none. */
  castKey(expression: string, from: ValueType, to: ValueType): string;
  /**
   * The column as it is compared with a value: texts by code points, instants as instants.
   * @contract C1.6
   */
  comparable(expression: string, column: CompiledColumn): string;
  /** The place of a bound value that the column is compared with. */
  boundTo(column: CompiledColumn): string;
  /**
   * The column as it is sorted: what {@link comparable} says, and by code points even where an
   * index cannot.
   */
  sortable(expression: string, column: CompiledColumn): string;
  /**
   * What lies at the path of a JSON column, as a text; NULL for what is no single value.
   * @contract C5.5
   */
  jsonValueSql(expression: string, path: readonly string[], column: CompiledColumn): string;
  /** How many bytes a long value takes as JSON; null for null. */
  jsonBytes(expression: string, column: CompiledColumn): string;
  /** `expression desc`, what is null last. */
  ordered(expression: string, descending: boolean, nullable: boolean): string;
  /**
   * The column's text without the difference of upper and lower case, as `foldCase` folds a value.
   * @contract C1.6
   */
  folded(expression: string): string;
  /** The same for the letters of ASCII alone, where those tell: several times cheaper. */
  foldedAscii(expression: string): string;
  /**
   * `expression like …`, the pattern bound; in it stands `mark` before characters that are like any
   * other.
   */
  like(expression: string): string;
  readonly mark: '!' | '\\';
  /**
   * Several statements as one, of which the single row holds each one's rows as a JSON text: where
   * a round trip costs more than the statement. `null` where it does not, or where JSON would
   * change a value.
   */
  readonly together: ((statements: readonly ReadStatement[]) => string | null) | null;
  /**
   * How it writes JSON; `null` where its columns may hold what their types do not say, or it gains
   * nothing.
   */
  readonly json: JsonSql | null;
  page(parts: PageParts): string;
  relatedKey(parts: RelatedKeyParts): string;
  pivot(parts: PivotParts): string;
  /** Rows by a list of keys that is bound first; read, and so locked, in the order of the keys. */
  keyed(parts: KeyedParts): string;
  /** Deletes rows `m` by a list of values that is bound first. */
  removal(parts: RemovalParts): string;
  readonly rows: RowList;
}

/** A key as the column's type wants it bound. */
export const bindKey = (value: unknown, column: CompiledColumn): unknown =>
  column.type === 'integer' ? Number(value) : String(value);

/** Is the column one that keys can lie in? */
export const isKeyLike = ({ type }: CompiledColumn): boolean =>
  isNumeric(type) || type === 'text' || type === 'uuid';

/**
 * A value of a list that is bound as JSON, as the column's own values compare with it; null stays
 * null.
 */
export function jsonValue(value: unknown, column: CompiledColumn): unknown {
  if (value !== null && isKeyLike(column)) return bindKey(value, column);
  return bindValues([value])[0];
}

/** A name as standard SQL writes it: `"order"`. */
export const doubleQuoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** `t.column` */
export const named = (
  dialect: Pick<Dialect, 'quote'>,
  column: CompiledColumn,
  alias: string,
): string => `${alias}.${dialect.quote(column.name)}`;

/** Are keys of these types compared as numbers? */
export const isNumeric = (type: ValueType): boolean => type === 'integer' || type === 'bigint';

/** `->'a'->'b'` of a path of a definition, whose steps are plain names. */
export const steps = (path: readonly string[], step: (name: string) => string): string =>
  path.map(step).join('');

/**
 * The two forms of a small sigma are one, since which of them ends a word is not for a part of it
 * to say.
 */
export const SIGMA = { final: 'ς', plain: 'σ' } as const;
