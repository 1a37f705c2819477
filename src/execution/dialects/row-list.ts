import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { bindValues } from '../database/bind-values.js';
import { storedValue } from '../writes/stored-values.js';

/** A change of the rows that a list names. */
export interface RowUpdate {
  /** Quoted. */
  readonly table: string;
  /** The list, as {@link RowList.from} writes it. */
  readonly from: string;
  /** What ties a row `m` of the table to its row in the list. */
  readonly on: string;
  /** Quoted columns, and what they become. */
  readonly changes: readonly (readonly [column: string, value: string])[];
}

/**
 * A list of rows that a statement writes from. It is bound as one JSON text, so that the
 * statement's own text does not depend on how many rows there are.
 */
export interface RowList {
  /** The list as a table `k`. @param table the quoted table that the columns belong to */
  from(table: string, columns: readonly CompiledColumn[]): string;
  /** The value of the column that stands at this place of the list's columns. */
  value(column: CompiledColumn, at: number): string;
  /** @param rows values of entities, in the order of the columns */
  bind(rows: readonly (readonly unknown[])[], columns: readonly CompiledColumn[]): string;
  update(parts: RowUpdate): string;
}

/** Rows as JSON arrays, for databases whose columns make what they hold of numbers and texts. */
export const bindArrays: RowList['bind'] = (rows, columns) =>
  JSON.stringify(
    rows.map((row) => bindValues(row.map((value, at) => hex(storedValue(value, columns[at]!))))),
  );

/** JSON has no bytes. */
const hex = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('hex') : value);
