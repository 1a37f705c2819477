import type { Key } from '../../../types/register.js';
import { storedValue } from '../../../execution/writes/stored-values.js';
import type { ColumnValues, WriteTarget } from '../../../execution/writes/record-writer.js';
import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
} from '../../../registry/compiled-resource.js';
import { parseColumnValue } from '../../../validation/column-value.js';
import { FieldErrors } from '../../../validation/field-errors.js';

type Properties = Record<string, unknown>;

/** A table that is written to; `null`: no resource serves it. */
export interface WrittenTable {
  readonly table: CompiledTable;
  readonly resource: CompiledResource | null;
}

/** The key of a record that an entity holds. */
export const keyIn = (record: object, { keyColumn }: Pick<WriteTarget, 'keyColumn'>): Key =>
  (record as Properties)[keyColumn.property] as Key;

/** Values as a hook sees them: by the entity's properties. */
export function asProperties(values: ColumnValues): Properties {
  const properties: Properties = {};
  for (const [{ property }, value] of values) properties[property] = value;
  return properties;
}

/**
 * What hooks and handlers left of them, as the columns take it; properties without a column are not
 * kept. A database may cut a value, refuse it, or keep it as it is: so none is asked.
 *
 * @throws RequestError `validation_failed` with every value that is none of its column
 * @contract C4.2
 */
export function asColumns(
  { table, resource }: WrittenTable,
  properties: Properties,
): Map<CompiledColumn, unknown> {
  const errors = new FieldErrors();
  const values = new Map<CompiledColumn, unknown>();
  for (const column of table.columns.values()) {
    const value = properties[column.property];
    const parsed = value === undefined ? null : parseColumnValue(column, value);
    if (parsed && 'fault' in parsed) errors.addFault(nameOf(column, resource), parsed.fault);
    else if (parsed) values.set(column, parsed.value);
  }
  errors.throwIfAny();
  return values;
}

/**
 * @throws TypeError for values that handlers or hooks want written to a record, and that change its
 * key
 */
export function verifyKeepsKey({ keyColumn }: WriteTarget, values: ColumnValues): void {
  if (values.has(keyColumn))
    throw new TypeError('A record keeps its key; no handler and no hook may change it.');
}

/** The values that differ from what the record holds. */
export function changedFrom(record: object, values: ColumnValues): Map<CompiledColumn, unknown> {
  const changed = new Map<CompiledColumn, unknown>();
  for (const [column, value] of values)
    if (!isSame(column, (record as Properties)[column.property], value)) changed.set(column, value);
  return changed;
}

/** The columns in which two states of a record differ. */
export const changedColumns = (
  columns: readonly CompiledColumn[],
  before: object,
  now: object,
): readonly CompiledColumn[] =>
  columns.filter(
    (column) =>
      !isSame(
        column,
        (before as Properties)[column.property],
        (now as Properties)[column.property],
      ),
  );

function isSame(column: CompiledColumn, before: unknown, after: unknown): boolean {
  const [one, other] = [storedValue(before, column), storedValue(after, column)];
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
}

/**
 * What columns of a record hold, by the names of the fields that are declared on them. A column
 * without a field, which no answer shows, has its own name; the key's has none, since a record
 * never changes it.
 */
export function byField(
  { fields, keyColumn }: CompiledResource,
  columns: Iterable<CompiledColumn>,
  record: object,
): Readonly<Record<string, unknown>> {
  const wanted = new Set([...columns].filter((column) => column !== keyColumn));
  const declared = [...fields.values()].filter(({ column }) => wanted.has(column));
  for (const { column } of declared) wanted.delete(column);
  const undeclared = [...wanted].map((column) => ({ name: column.name, column }));
  return Object.fromEntries(
    [...declared, ...undeclared].map(({ name, column }) => [
      name,
      (record as Properties)[column.property],
    ]),
  );
}

/**
 * @throws RequestError `validation_failed` when a column that needs a value has none, and nothing
 * fills it
 */
export function verifyRequiredColumns(resource: CompiledResource, values: ColumnValues): void {
  const errors = new FieldErrors();
  for (const column of resource.table.columns.values())
    if (!column.nullable && column.filledBy === null && (values.get(column) ?? null) === null)
      errors.addFault(nameOf(column, resource), 'is required.');
  errors.throwIfAny();
}

/** A column's name to callers: its field's, or that of the entity's property. */
const nameOf = (column: CompiledColumn, resource: CompiledResource | null): string =>
  [...(resource?.fields.values() ?? [])].find((field) => field.column === column)?.name ??
  column.property;
