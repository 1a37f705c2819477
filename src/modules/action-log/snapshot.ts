import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';

/** Values of a row as JSON, by the names of its columns. */
export type RowValues = Readonly<Record<string, unknown>>;

/** Rows of one table. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly RowValues[];
  /** For rows that still exist: the column that the database has set to null. */
  readonly cleared?: string;
}

/** Pivot rows of a parent, before and after a change of its relation. */
export interface PivotSnapshot {
  readonly relation: string;
  readonly before: readonly RowValues[];
  readonly after: readonly RowValues[];
}

/**
 * What it takes to revert a change. The log row contains the values of `before` and `after` that
 * responses show; a stored snapshot contains only the others.
 *
 * @contract C15.3
 */
export interface Snapshot {
  readonly event: 'stored' | 'updated' | 'deleted' | 'pivots';
  readonly before?: RowValues;
  readonly after?: RowValues;
  /** Rows that were deleted with the record and have no log row, in the order to restore them. */
  readonly along?: readonly TableRows[];
  readonly pivots?: PivotSnapshot;
}

/** Returns values of a row, given by the entity's properties, for a snapshot. */
export function rowValuesOf(columns: Iterable<CompiledColumn>, record: object): RowValues {
  const properties = record as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  for (const { name, property } of columns) values[name] = asJson(properties[property]);
  return values;
}

function asJson(value: unknown): unknown {
  if (value instanceof Date) return dateAsJson(value);
  return Buffer.isBuffer(value) ? value.toString('base64') : (value ?? null);
}

/** Rows that are written together contain the same instants many times. */
let last: { readonly instant: number; readonly json: string | null } = { instant: NaN, json: null };

function dateAsJson(date: Date): string | null {
  const instant = date.getTime();
  if (instant !== last.instant) last = { instant, json: date.toJSON() };
  return last.json;
}

/** Returns the values of a snapshot by column, as in the entity. Unknown columns are left out. */
export function columnValuesOf(
  { columns }: CompiledTable,
  values: RowValues,
): Map<CompiledColumn, unknown> {
  const known = [...columns.values()].filter(({ name }) => Object.hasOwn(values, name));
  return new Map(known.map((column) => [column, entityValue(values[column.name], column)]));
}

function entityValue(value: unknown, { type }: CompiledColumn): unknown {
  if (value === null) return null;
  if (type === 'datetime') return new Date(String(value));
  return type === 'binary' ? Buffer.from(String(value), 'base64') : value;
}
