import type { ExactRow } from '../../database/write/exact-rows.js';
import type { Loss } from '../../database/write/losses.js';
import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';

/** Values of a row as JSON, by the names of its columns. */
export type RowValues = Readonly<Record<string, unknown>>;

/** Pivot rows of a parent, before and after a change of its relation. */
export interface PivotSnapshot {
  readonly relation: string;
  readonly before: readonly RowValues[];
  readonly after: readonly RowValues[];
  /** The rows before, as the database had them, in the order of `before`. */
  readonly rows: readonly ExactRow[];
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
  /** The columns of the record before, as the database had them: of an update, those it changed. */
  readonly row?: ExactRow | null;
  /** What was deleted or changed with a deleted record and has no log row. */
  readonly along?: Loss['along'];
  readonly changed?: Loss['changed'];
  /** Why the change cannot be reverted, as the end of a sentence. Then nothing is kept. */
  readonly obstacle?: string | null;
  readonly pivots?: PivotSnapshot;
}

/** Returns values of a row, given by the entity's properties, for a snapshot. */
export function rowValuesOf(columns: Iterable<CompiledColumn>, record: object): RowValues {
  const properties = record as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  for (const { name, property } of columns) values[name] = asJson(properties[property]);
  return values;
}

const asJson = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? value.toString('base64') : (value ?? null);

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
