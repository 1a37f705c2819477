import type { CompiledColumn, ValueType } from '../../registry/compiled-resource.js';
import type { ReadStatement } from '../statements/read-statement.js';
import { bindValues } from '../database/bind-values.js';
import type { DialectName } from '../database/database.js';

/** The parts of the statement that reads one relation level of which the related row holds the key. */
export interface ThereParts {
  readonly table: string;
  readonly key: CompiledColumn;
  /** The column that holds the parent's key. */
  readonly column: CompiledColumn;
  /** The selected columns under an alias. */
  columns(alias: string): string;
  /** ` and …`, or empty. */
  conditions(alias: string): string;
  order(alias: string): string;
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
  order(alias: string): string;
  /** What orders the pivot's rows of one pair, where there may be several: `, key desc`, or empty. */
  ties(alias: string): string;
}

/** The parts of the statement that reads one page. */
export interface PageParts {
  readonly table: string;
  readonly key: CompiledColumn;
  columns(alias: string): string;
  /** ` where …`, or empty. */
  conditions(alias: string): string;
  order(alias: string): string;
}

/**
 * What differs between the databases: small pieces of text, and the three statements that each of them runs best in its
 * own form. Values stand as `?`; every statement binds the key list first, then conditions, then limit and offset.
 */
export interface Dialect {
  readonly name: DialectName;
  quote(identifier: string): string;
  /** Does a statement run beside another one? Where none does, the fewest are sent. */
  readonly runsBeside: boolean;
  /** A bound value inside a condition. */
  readonly bound: string;
  /** The expression that reads a column so that no digit is lost. */
  read(column: CompiledColumn, alias: string): string;
  /** A list of keys bound as one value, as a table `k` with the column that {@link listed} names. */
  keyList(column: CompiledColumn): string;
  readonly listed: string;
  /** `expression in (list)`, the list bound as one value. */
  inList(expression: string, column: CompiledColumn): string;
  bindList(values: readonly unknown[], column: CompiledColumn): unknown;
  exists(from: string, conditions: string): string;
  /** A key of one type as a key of another, without fault for texts that are none. */
  castKey(expression: string, from: ValueType, to: ValueType): string;
  /** The column as it is sorted: by code points. */
  sortable(expression: string, column: CompiledColumn): string;
  /**
   * Several statements as one, of which the single row holds each one's rows as a JSON text: where a round trip costs
   * more than the statement. `null` where it does not, or where JSON would change a value.
   */
  readonly together: ((statements: readonly ReadStatement[]) => string | null) | null;
  page(parts: PageParts): string;
  there(parts: ThereParts): string;
  pivot(parts: PivotParts): string;
}

/** A key as the column's type wants it bound. */
export const bindKey = (value: unknown, column: CompiledColumn): unknown =>
  column.type === 'integer' ? Number(value) : String(value);

/** Is the column one that keys can lie in? */
export const isKeyLike = ({ type }: CompiledColumn): boolean => isNumeric(type) || type === 'text' || type === 'uuid';

/** A value of a list that is bound as JSON, as the column's own values compare with it; null stays null. */
export function jsonValue(value: unknown, column: CompiledColumn): unknown {
  if (value !== null && isKeyLike(column)) return bindKey(value, column);
  return bindValues([value])[0];
}

/** `t.column` */
export const named = (dialect: Pick<Dialect, 'quote'>, column: CompiledColumn, alias: string): string =>
  `${alias}.${dialect.quote(column.name)}`;

/** Are keys of these types compared as numbers? */
export const isNumeric = (type: ValueType): boolean => type === 'integer' || type === 'bigint';
