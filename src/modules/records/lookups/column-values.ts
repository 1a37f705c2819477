import { isDeepStrictEqual } from 'node:util';
import { oncePer } from '../../../base/once-per.js';
import type { Key } from '../../../base/types/register.js';
import { storedValue } from '../../../database/values/stored-values.js';
import type { ColumnValues, WriteTarget } from '../../../database/write/record-writer.js';
import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
} from '../../../registry/resources/compiled-resource.js';
import { parseColumnValue } from '../../../pipeline/validation/column-value.js';
import { FieldErrors } from '../../../pipeline/validation/field-errors.js';

type Properties = Record<string, unknown>;

/** A table to write; `resource` is `null` if no resource serves it. */
export interface WrittenTable {
  readonly table: CompiledTable;
  readonly resource: CompiledResource | null;
}

/** Returns the key of an entity instance. */
export const keyIn = (record: object, { keyColumn }: Pick<WriteTarget, 'keyColumn'>): Key =>
  (record as Properties)[keyColumn.property] as Key;

/** Returns the value of a column in an entity instance. */
export const valueIn = (record: object, { property }: CompiledColumn): unknown =>
  (record as Properties)[property];

/** Returns values as a hook sees them: by the entity's properties. */
export function asProperties(values: ColumnValues): Properties {
  const properties: Properties = {};
  for (const [{ property }, value] of values) properties[property] = value;
  return properties;
}

/**
 * Converts property values of hooks to column values; properties without a column are ignored.
 *
 * @throws RequestError as {@link convertAll}
 */
export function asColumns(target: WrittenTable, properties: Properties): ColumnValues {
  const given = new Map<CompiledColumn, unknown>();
  for (const column of target.table.columns.values()) {
    const value = properties[column.property];
    if (value !== undefined) given.set(column, value);
  }
  return convertAll(target, given);
}

/**
 * Converts values of hooks and handlers to those of their columns, in place. They are validated
 * here, since databases truncate, reject or keep invalid values.
 *
 * @throws RequestError `validation_failed` with every value that does not fit its column
 * @contract C4.2
 */
export function convertAll(
  { resource }: WrittenTable,
  values: Map<CompiledColumn, unknown>,
): ColumnValues {
  const errors = new FieldErrors();
  for (const [column, value] of values) {
    const parsed = parseColumnValue(column, value);
    if ('fault' in parsed) errors.addFault(columnName(column, resource), parsed.fault);
    else values.set(column, parsed.value);
  }
  errors.throwIfAny();
  return values;
}

/**
 * @throws TypeError if the values of a handler or hook would change the record's key
 */
export function verifyKeepsKey({ keyColumn }: WriteTarget, values: ColumnValues): void {
  if (values.has(keyColumn))
    throw new TypeError('The key of a record cannot be changed by a handler or a hook.');
}

/** Returns the values that differ from those of the record: the same map if all do. */
export function changedFrom(record: object, values: ColumnValues): ColumnValues {
  const same: CompiledColumn[] = [];
  for (const [column, value] of values)
    if (isSame(column, (record as Properties)[column.property], value)) same.push(column);
  return same.length === 0
    ? values
    : new Map([...values].filter(([column]) => !same.includes(column)));
}

/** Returns the columns in which two states of a record differ. */
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

const parsed = (json: unknown): unknown => JSON.parse(String(json));

/** JSON is the same in any order of its members. */
function isSame(column: CompiledColumn, before: unknown, after: unknown): boolean {
  const [one, other] = [storedValue(before, column), storedValue(after, column)];
  if (one === other) return true;
  if (Buffer.isBuffer(one) && Buffer.isBuffer(other)) return one.equals(other);
  const isJson = column.type === 'json' && column.databaseType !== 'simple-array';
  return isJson && one !== null && other !== null && isDeepStrictEqual(parsed(one), parsed(other));
}

/**
 * Returns the values of a record's columns by the names of their fields. A column without a field,
 * which no response contains, is listed under its own name. The key is left out, since it never
 * changes.
 */
export function byField(
  { full }: CompiledResource,
  columns: Iterable<CompiledColumn>,
  record: object,
): Readonly<Record<string, unknown>> {
  const declared = columnsWithField(full);
  const wanted = new Set(columns);
  wanted.delete(full.keyColumn);
  const values: Properties = {};
  for (const { name, column } of full.fields.values())
    if (wanted.has(column)) values[name] = (record as Properties)[column.property];
  for (const column of wanted)
    if (!declared.has(column)) values[column.name] = (record as Properties)[column.property];
  return values;
}

/** Returns the columns that have a field. */
const columnsWithField = oncePer(
  ({ fields }: CompiledResource) => new Set([...fields.values()].map(({ column }) => column)),
);

/**
 * @throws RequestError `validation_failed` if a required column has no value and nothing fills it; a
 * trigger may fill a column that is not writable
 */
export function verifyRequiredColumns(resource: CompiledResource, values: ColumnValues): void {
  const { table } = resource;
  const errors = new FieldErrors();
  for (const column of table.columns.values())
    if (!column.nullable && column.filledBy === null && (values.get(column) ?? null) === null)
      if (!table.hasTriggers || isWritable(column, resource))
        errors.addFault(columnName(column, resource), 'is required.');
  errors.throwIfAny();
}

const isWritable = (column: CompiledColumn, { full: { fields } }: CompiledResource): boolean =>
  [...fields.values()].some((field) => field.column === column && !field.options.readOnly);

/** Returns a column's name for callers: that of its field, or of the entity's property. */
const columnName = (column: CompiledColumn, resource: CompiledResource | null): string =>
  [...(resource?.fields.values() ?? [])].find((field) => field.column === column)?.name ??
  column.property;
