import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { bindValue } from '../connection/bind-values.js';
import { commaSeparated, compose, type SqlPart } from './compose.js';
import { storedValue } from '../values/stored-values.js';

/** A change of the rows in a list. */
export interface RowUpdate {
  /** Quoted. */
  readonly table: string;
  /** The list, as {@link RowList.from} writes it, with its rows. */
  readonly from: SqlPart;
  /** The condition that joins a row `m` of the table to its row in the list. */
  readonly on: string;
  /** Quoted columns and their new values: those of the row in the list, or the same for all. */
  readonly changes: readonly (readonly [column: string, value: string | SqlPart])[];
}

/**
 * A list of rows that a statement writes. It is bound as one JSON string, so that the SQL does not
 * depend on the number of rows.
 */
export interface RowList {
  /** Returns the list as a table `k`. @param table the quoted table that the columns belong to */
  from(table: string, columns: readonly CompiledColumn[]): string;
  /** Returns the value of the column at this index of the list's columns. */
  value(column: CompiledColumn, at: number): string;
  /** Returns the placeholder of a value that is selected besides the list. */
  shared(column: CompiledColumn): string;
  /** @param rows values of entities, in the order of the columns */
  bind(rows: readonly (readonly unknown[])[], columns: readonly CompiledColumn[]): string;
  update(parts: RowUpdate): SqlPart;
  /**
   * The same for a list whose rows do not all contain every column: `undefined` in place of a value
   * that a row does not contain.
   */
  readonly partial: PartialRowList;
}

/** How rows that do not contain every column are bound and read. */
export interface PartialRowList extends Pick<RowList, 'from' | 'value' | 'bind'> {
  /** Returns whether a row contains the column at this index, as a condition. */
  isGiven(column: CompiledColumn, at: number): string;
}

/** Returns the assignments of an update. @param row `m.`, or empty */
export const assigned = (changes: RowUpdate['changes'], row = ''): SqlPart =>
  commaSeparated(changes.map(([column, value]) => compose`${row}${column} = ${value}`));

/** Binds rows as JSON arrays, for databases whose columns convert numbers and strings. */
export const bindArrays: RowList['bind'] = (rows, columns) =>
  JSON.stringify(rows.map((row) => boundRow(row, columns)));

/** As {@link bindArrays}; each row ends with a string of `1` and `0` for what it contains. */
export const bindPartialArrays: RowList['bind'] = (rows, columns) =>
  JSON.stringify(
    rows.map((row) => [
      ...boundRow(row, columns),
      row.map((value) => (value === undefined ? '0' : '1')).join(''),
    ]),
  );

const boundRow = (row: readonly unknown[], columns: readonly CompiledColumn[]): unknown[] =>
  row.map((value, at) => hex(bindValue(storedValue(value, columns[at]!))));

/** JSON has no bytes. */
const hex = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('hex') : value);
